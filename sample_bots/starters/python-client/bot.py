"""A bot to start from. It ducks tricks and gets rid of costly cards. Improve choose()."""
from hearts_client import Bot, run


class MyBot(Bot):
    """Plays one game. self.table holds all that this seat knows; see hearts_client.py."""

    def choose(self, question):
        """Returns any question.count of question.words. All of them are legal. This is the function to change."""
        table = self.table
        if question.kind == "pass":
            return sorted(question.words, key=self.danger)[-question.count :]
        if question.kind == "play":
            ducks = [card for card in question.words if table.trick and not table.would_win(card)]
            if ducks:
                return [max(ducks, key=self.danger)]  # these lose the trick: play the most dangerous one
            return [min(question.words, key=table.rank)]
        return question.words[: question.count]  # other questions: the first words are always safe

    def danger(self, card):
        return self.table.rank(card) + 4 * self.table.cost(card)


run(MyBot)
