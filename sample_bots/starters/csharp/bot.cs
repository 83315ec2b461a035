// A bot to start from, in C# for Mono. It gets rid of heavy cards and plays light ones. Improve Bot.Choose.
using System;
using System.Collections.Generic;
using System.Linq;

/// <summary>What the bot knows about this game. Add whatever else your bot needs.</summary>
class Table
{
    public readonly Random Chance; // use no other random numbers: the same game must lead to the same answers
    public readonly Dictionary<string, int> Points = new Dictionary<string, int>(); // cards without an entry cost nothing
    public readonly List<string> Trick = new List<string>(); // the cards of this trick, in the order played

    public Table(int seed)
    {
        Chance = new Random(seed);
    }

    public void Read(string[] line)
    {
        switch (line[0])
        {
            case "points": // points QS=13 2H=1 ...
                Points.Clear();
                foreach (var pair in line.Skip(1).Select(word => word.Split('=')))
                {
                    int cost;
                    if (pair.Length == 2 && int.TryParse(pair[1], out cost)) Points[pair[0]] = cost;
                }
                break;
            case "trick": // trick NUMBER lead=SEAT
                Trick.Clear();
                break;
            case "play": // play SEAT CARD
                Trick.Add(line[2]);
                break;
        }
    }
}

static class Bot
{
    /// <summary>Returns any n of the words. All of them are legal. This is the function to change.</summary>
    static IEnumerable<string> Choose(string kind, int n, string[] words, Table table)
    {
        if (kind != "play" && kind != "pass") return words.Take(n); // other questions: the first words are always safe
        Func<string, double> weigh = card =>
        {
            int cost;
            table.Points.TryGetValue(card, out cost);
            return "X23456789TJQKA".IndexOf(card[0]) + 4 * cost + table.Chance.NextDouble();
        };
        var lightFirst = words.OrderBy(weigh);
        bool cannotFollow = table.Trick.Count > 0 && table.Trick[0][1] != words[0][1];
        return (kind == "pass" || cannotFollow ? lightFirst.Reverse() : lightFirst).Take(n);
    }

    static void Main()
    {
        var table = new Table(0);
        string text;
        while ((text = Console.ReadLine()) != null)
        {
            string[] line = text.Split(new[] {' ', '\r'}, StringSplitOptions.RemoveEmptyEntries);
            switch (line.FirstOrDefault())
            {
                case null: // an empty line
                    break;
                case "hello":
                    Console.WriteLine("ready"); // needs no flush: Console flushes each line
                    break;
                case "game": // forget everything: answers may depend only on this game
                    string seed = line.FirstOrDefault(word => word.StartsWith("botseed=")) ?? "botseed=0";
                    table = new Table((int)(ulong.Parse(seed.Substring(8)) % int.MaxValue));
                    break;
                case "ask": // ask ID KIND N MOVE BANK : WORD ...
                    string[] offered = line.Skip(Array.IndexOf(line, ":") + 1).ToArray();
                    Console.WriteLine(line[1] + " " + string.Join(" ", Choose(line[2], int.Parse(line[3]), offered, table)));
                    break;
                case "quit":
                    return;
                default:
                    table.Read(line);
                    break;
            }
        }
    }
}
