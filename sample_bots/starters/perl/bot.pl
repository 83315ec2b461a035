# A bot to start from. It gets rid of heavy cards and plays light ones. Improve choose().
use strict;
use warnings;

$| = 1;    # a newline does not flush a pipe

# Returns any $n of the words. All of them are legal. This is the function to change.
sub choose {
    my ($kind, $n, $words, $table) = @_;
    return @$words[0 .. $n - 1] unless $kind =~ /^(play|pass)$/;    # other questions: the first words are always safe

    my %weight;
    for my $card (@$words) {
        my $rank = index 'X23456789TJQKA', substr($card, 0, 1);
        $weight{$card} = $rank + 4 * ($table->{points}{$card} // 0) + rand;    # a random part breaks ties
    }
    my @light_first = sort { $weight{$a} <=> $weight{$b} } @$words;
    my $led = $table->{trick}[0];
    my $cannot_follow = $led && substr($led, 1) ne substr($words->[0], 1);
    return $kind eq 'pass' || $cannot_follow ? @light_first[-$n .. -1] : @light_first[0 .. $n - 1];
}

# What the bot knows about this game. Add whatever else your bot needs.
#   points: what cards cost; cards without an entry cost nothing
#   trick:  the cards of this trick, in the order played
my $table = {points => {}, trick => []};

while (my $line = <STDIN>) {
    my ($verb, @words) = split ' ', $line;
    next unless defined $verb;
    if ($verb eq 'hello') {
        print "ready\n";
    } elsif ($verb eq 'game') {    # forget everything: answers may depend only on this game
        $table = {points => {}, trick => []};
        srand $1 if $line =~ /botseed=(\d+)/;    # use no other random numbers
    } elsif ($verb eq 'points') {                # points QS=13 2H=1 ...
        $table->{points} = {map { /^(.+)=(.+)$/ ? ($1, $2) : () } @words};
    } elsif ($verb eq 'trick') {                 # trick NUMBER lead=SEAT
        $table->{trick} = [];
    } elsif ($verb eq 'play') {                  # play SEAT CARD
        push @{$table->{trick}}, $words[1];
    } elsif ($verb eq 'ask') {                   # ask ID KIND N MOVE BANK : WORD ...
        my ($id, $kind, $n) = @words;
        shift @words while $words[0] ne ':';
        shift @words;
        print join(' ', $id, choose($kind, $n, \@words, $table)), "\n";
    } elsif ($verb eq 'quit') {
        last;
    }
}
