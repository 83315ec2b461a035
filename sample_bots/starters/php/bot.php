<?php
// A bot to start from. It gets rid of heavy cards and plays light ones. Improve choose().

// What the bot knows about this game. Add whatever else your bot needs.
class Table
{
    public array $points = []; // what cards cost; cards without an entry cost nothing
    public array $trick = []; // the cards of this trick, in the order played

    public function read(string $verb, array $words): void
    {
        if ($verb === 'points') { // points QS=13 2H=1 ...
            $this->points = [];
            foreach ($words as $word) {
                [$card, $cost] = explode('=', $word . '=');
                $this->points[$card] = (int) $cost;
            }
        } elseif ($verb === 'trick') { // trick NUMBER lead=SEAT
            $this->trick = [];
        } elseif ($verb === 'play') { // play SEAT CARD
            $this->trick[] = $words[1];
        }
    }
}

// Returns any $n of the words. All of them are legal. This is the function to change.
function choose(string $kind, int $n, array $words, Table $table): array
{
    if ($kind !== 'play' && $kind !== 'pass') {
        return array_slice($words, 0, $n); // other questions: the first words are always safe
    }
    $weight = [];
    foreach ($words as $card) {
        $rank = strpos('X23456789TJQKA', $card[0]);
        $weight[$card] = $rank + 4 * ($table->points[$card] ?? 0) + mt_rand() / mt_getrandmax(); // breaks ties
    }
    $cannotFollow = $table->trick && $table->trick[0][1] !== $words[0][1];
    $heavyFirst = $kind === 'pass' || $cannotFollow;
    usort($words, fn($a, $b) => $heavyFirst ? $weight[$b] <=> $weight[$a] : $weight[$a] <=> $weight[$b]);
    return array_slice($words, 0, $n);
}

$table = new Table();
while (($line = fgets(STDIN)) !== false) {
    $words = preg_split('/\s+/', trim($line));
    $verb = array_shift($words);
    if ($verb === 'hello') {
        echo "ready\n"; // needs no flush: the command line's php does not buffer its output
    } elseif ($verb === 'game') { // forget everything: answers may depend only on this game
        $table = new Table();
        mt_srand(preg_match('/botseed=(\d+)/', $line, $match) ? (int) $match[1] : 0); // use no other random numbers
    } elseif ($verb === 'ask') { // ask ID KIND N MOVE BANK : WORD ...
        [$id, $kind, $n] = $words;
        $offered = array_slice($words, array_search(':', $words, true) + 1);
        echo implode(' ', [$id, ...choose($kind, (int) $n, $offered, $table)]), "\n";
    } elseif ($verb === 'quit') {
        break;
    } else {
        $table->read($verb, $words);
    }
}
