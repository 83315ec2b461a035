-- A bot to start from. It gets rid of heavy cards and plays light ones. Improve choose.
import Data.List (elemIndex, sortOn, stripPrefix)
import qualified Data.Map as Map
import Data.Maybe (fromMaybe, mapMaybe)
import System.IO
import Text.Read (readMaybe)

-- What the bot knows about this game. Add whatever else your bot needs.
data Table = Table
  { chance :: [Double]              -- random numbers from 0 to 1; use no others: the same game must lead to the same answers
  , points :: Map.Map String Double -- what cards cost; cards without an entry cost nothing
  , trick :: [String]               -- the cards of this trick, in the order played
  }

newTable :: Int -> Table
newTable seed = Table{chance = map number (tail (iterate next seed)), points = Map.empty, trick = []}
 where
  next state = (state * 1664525 + 1013904223) `mod` 2 ^ (32 :: Int)
  number state = fromIntegral state / 2 ^ (32 :: Int)

-- Returns any n of the words. All of them are legal. This is the function to change.
choose :: String -> Int -> [String] -> Table -> [String]
choose kind n offered table
  | kind `notElem` ["play", "pass"] = take n offered -- other questions: the first words are always safe
  | kind == "pass" || cannotFollow = take n (reverse lightFirst)
  | otherwise = take n lightFirst
 where
  lightFirst = map snd (sortOn fst (zipWith weighed (chance table) offered))
  weighed random card = (rank card + 4 * Map.findWithDefault 0 card (points table) + random, card)
  rank card = maybe 0 fromIntegral (elemIndex (head card) "X23456789TJQKA")
  cannotFollow = take 1 (map (drop 1) (trick table)) `notElem` [[], take 1 (map (drop 1) offered)]

-- Reads KEY=NUMBER words; others are left out.
pairs :: Read a => [String] -> [(String, a)]
pairs = mapMaybe pair
 where
  pair word = let (key, rest) = break (== '=') word in (,) key <$> (readMaybe =<< stripPrefix "=" rest)

-- Returns what the bot prints for a line, and what it knows then.
answer :: [String] -> Table -> (Maybe String, Table)
answer line table = case line of
  "hello" : _ -> (Just "ready", table)
  "game" : rest -> (Nothing, newTable (fromMaybe 0 (lookup "botseed" (pairs rest)))) -- forget everything
  "points" : rest -> (Nothing, table{points = Map.fromList (pairs rest)})            -- points QS=13 2H=1 ...
  "trick" : _ -> (Nothing, table{trick = []})                                       -- trick NUMBER lead=SEAT
  "play" : _ : card : _ -> (Nothing, table{trick = trick table ++ [card]})          -- play SEAT CARD
  "ask" : number : kind : n : rest ->                                               -- ask ID KIND N MOVE BANK : WORD ...
    let chosen = choose kind (read n) (drop 1 (dropWhile (/= ":") rest)) table
     in (Just (unwords (number : chosen)), table{chance = drop (length rest) (chance table)})
  _ -> (Nothing, table) -- ignore unknown lines: the protocol may grow

play :: [[String]] -> Table -> IO ()
play [] _ = return ()
play (["quit"] : _) _ = return ()
play (line : rest) table = do
  let (said, next) = answer line table
  mapM_ putStrLn said
  play rest next

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering -- a newline does not flush a pipe
  input <- getContents               -- lazily: each line is read when it is there
  play (map words (lines input)) (newTable 0)
