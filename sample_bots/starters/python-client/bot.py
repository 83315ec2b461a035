"""A bot to start from: ducks tricks, gets rid of what is costly. Make choose() better."""
from hearts_client import Bot, run


class MyBot(Bot):
    """Plays one game. self.table is all that this seat knows: see hearts_client.py."""

    def choose(self, question):
        """Any question.count of question.words: all of them are legal. This is the function to change."""
        table = self.table
        if question.kind == "pass":
            return sorted(question.words, key=self.danger)[-question.count :]
        if question.kind == "play":
            ducks = [card for card in question.words if table.trick and not table.would_win(card)]
            if ducks:
                return [max(ducks, key=self.danger)]  # loses the trick anyway: away with it
            return [min(question.words, key=table.rank)]
        return question.words[: question.count]  # other questions: the first words are never bad

    def danger(self, card):
        return self.table.rank(card) + 4 * self.table.cost(card)


run(MyBot)
