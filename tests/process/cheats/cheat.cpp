#include "tests/process/cheats/cheat.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/deal.h"
#include "tests/process/cheats/careless_chance.h"

namespace cheats {
namespace {

namespace fs = std::filesystem;
using hearts::at;
using hearts::CardSet;
using hearts::Seat;

Hands dealt_from(const hearts::GameRules& game, Seat dealer, std::uint32_t number) {
  hearts::Random random(seed_of_number(number));
  return hearts::deal_cards(game, dealer, random).hands[0];
}

/// Keeps every deal it saw, and knows it again from whatever seat.
class Memory final : public Cheat {
 public:
  std::optional<Hands> recognise(const Situation& situation) override {
    const int seats = situation.game->seats();
    for (const Hands& deal : deals_) {
      for (int turn = 0; turn < seats; ++turn) {
        Hands turned{};
        for (Seat seat = 0; seat < seats; ++seat) turned[at(seat)] = deal[at((seat + turn) % seats)];
        if (turned[at(situation.seat)] == situation.cards) return turned;
      }
    }
    return std::nullopt;
  }
  int tried() const override { return static_cast<int>(deals_.size()); }
  void remember(const Hands& hands) override { deals_.push_back(hands); }
  int met(const Hands& shown) const override {
    const auto seen = [this](CardSet part) {
      if (part.empty()) return false;
      const auto holds_part = [part](CardSet hand) { return hand.contains(part); };
      return std::any_of(deals_.begin(), deals_.end(),
                         [&](const Hands& deal) { return std::any_of(deal.begin(), deal.end(), holds_part); });
    };
    return static_cast<int>(std::count_if(shown.begin(), shown.end(), seen));
  }

 private:
  std::vector<Hands> deals_;
};

/// Makes every deal that can follow from a small number and looks for the one with its own cards.
class Search final : public Cheat {
 public:
  std::optional<Hands> recognise(const Situation& situation) override {
    // Cards go round from the dealer's left, so the deals of one dealer are those of all.
    if (situation.game->rules().id != variant_) make_deals(*situation.game);
    const int seats = situation.game->seats();
    const auto turned = [&](Seat seat) { return at((seat - situation.dealer + seats) % seats); };
    tried_ = 0;
    for (const Hands& deal : deals_) {
      ++tried_;
      if (deal[turned(situation.seat)] != situation.cards) continue;
      Hands hands{};
      for (Seat seat = 0; seat < seats; ++seat) hands[at(seat)] = deal[turned(seat)];
      return hands;
    }
    return std::nullopt;
  }
  int tried() const override { return tried_; }

 private:
  void make_deals(const hearts::GameRules& game) {
    variant_ = game.rules().id;
    deals_.clear();
    for (std::uint32_t number = 0; number < kFewDeals; ++number) deals_.push_back(dealt_from(game, 0, number));
  }

  std::string variant_;
  std::vector<Hands> deals_;  // of dealer 0, by number
  int tried_ = 0;
};

/// Goes back from the seed it is given to the number that the deal follows from, too.
class Inversion final : public Cheat {
 public:
  std::optional<Hands> recognise(const Situation& situation) override {
    const std::uint32_t number = number_behind(situation.bot_seed, situation.seat);
    const Hands hands = dealt_from(*situation.game, situation.dealer, number);
    if (hands[at(situation.seat)] != situation.cards) return std::nullopt;
    return hands;
  }
  int tried() const override { return 1; }
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + std::ssize(values) / 2, values.end());
  return values[values.size() / 2];
}

/// Bits in the kernel, by name. Each is 0 until it is left, or until somebody looks at it.
class KernelBits {
 public:
  virtual ~KernelBits() = default;
  virtual void leave(const std::string& name) = 0;
  virtual bool is_left(const std::string& name) = 0;
};

/// Looks up files that do not exist: the kernel answers faster the second time.
class MissingNames final : public KernelBits {
 public:
  explicit MissingNames(std::string prefix) : prefix_(std::move(prefix)) {
    // What a lookup takes if the kernel remembers the name, and if it does not.
    const std::string unused = std::to_string(std::random_device()()) + "-";
    std::vector<double> first;
    std::vector<double> again;
    for (int i = 0; i < kCalibrations; ++i) {
      first.push_back(lookup(unused + std::to_string(i)));
      again.push_back(lookup(unused + std::to_string(i)));
    }
    limit_ = (median(first) + median(again)) / 2;
  }
  void leave(const std::string& name) override { lookups(name); }
  bool is_left(const std::string& name) override { return median(lookups(name)) < limit_; }

 private:
  static constexpr int kCalibrations = 101;
  static constexpr int kLookups = 7;  // for a bit, since the machine disturbs some of them

  double lookup(const std::string& name) const {
    const std::string path = prefix_ + name;
    struct stat what;
    const auto start = std::chrono::steady_clock::now();
    [[maybe_unused]] const int result = ::stat(path.c_str(), &what);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  std::vector<double> lookups(const std::string& name) const {
    std::vector<double> times;
    for (int i = 0; i < kLookups; ++i) times.push_back(lookup(name + "-" + std::to_string(i)));
    return times;
  }

  std::string prefix_;
  double limit_ = 0;
};

/// Reads pages of large files that nobody else reads: a page that is in memory is no major fault.
class PagesInMemory final : public KernelBits {
 public:
  explicit PagesInMemory(std::string prefix) : prefix_(std::move(prefix)) {
    std::vector<std::string> paths;
    std::error_code error;
    fs::recursive_directory_iterator at("/usr/lib", fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
      std::error_code ignored;
      if (at->symlink_status(ignored).type() == fs::file_type::regular && at->file_size(ignored) >= kFileBytesMin)
        paths.push_back(at->path().native());
    }
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) add(path);
    if (pages_.empty()) throw std::runtime_error("there is no large file in /usr/lib");
  }
  void leave(const std::string& name) override {
    for (int i = 0; i < kPages; ++i) touch(name, i);
  }
  bool is_left(const std::string& name) override {
    int read = 0;
    for (int i = 0; i < kPages; ++i) read += touch(name, i) ? 1 : 0;
    return read == 0;
  }

 private:
  static constexpr std::uintmax_t kFileBytesMin = 4 << 20;
  static constexpr std::size_t kPageBytes = 4096;
  static constexpr int kPages = 3;  // for a bit, since some are in memory for another reason

  void add(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat what = {};
    if (file >= 0 && ::fstat(file, &what) == 0) {
      const auto bytes = static_cast<std::size_t>(what.st_size);
      void* map = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
      if (map != MAP_FAILED) {
        ::madvise(map, bytes, MADV_RANDOM);  // no page is read ahead
        for (std::size_t page = 0; page < bytes / kPageBytes; ++page)
          pages_.push_back(static_cast<const volatile char*>(map) + page * kPageBytes);
      }
    }
    if (file >= 0) ::close(file);
  }
  /// Returns whether the page had to be read.
  bool touch(const std::string& name, int number) const {
    const std::size_t hash = std::hash<std::string>()(prefix_ + name + "-" + std::to_string(number));
    rusage before = {};
    rusage after = {};
    ::getrusage(RUSAGE_SELF, &before);
    [[maybe_unused]] const char byte = *pages_[hash % pages_.size()];
    ::getrusage(RUSAGE_SELF, &after);
    return after.ru_majflt != before.ru_majflt;
  }

  std::string prefix_;
  std::vector<const volatile char*> pages_;
};

/// Leaves what it has seen in the kernel, where a later process of the bot finds it. For each hand of a deal it leaves
/// who holds which card, seen from that hand.
class Traces final : public Cheat {
 public:
  /// `quiet`: uses what it knows only in the second and the third game of a block, so that it does not get better and
  /// better.
  Traces(std::unique_ptr<KernelBits> bits, bool quiet) : bits_(std::move(bits)), quiet_(quiet) {}

  std::optional<Hands> recognise(const Situation& situation) override {
    const int seats = situation.game->seats();
    const std::string key = key_of(situation.cards);
    games_ = 0;
    while (games_ < seats && bits_->is_left(key + "game" + std::to_string(games_))) ++games_;
    if (games_ == 0 || (quiet_ && games_ == 3)) return std::nullopt;
    Hands hands{};
    int index = 0;
    for (const hearts::Card card : situation.game->deck().cards()) {
      int turn = 0;
      for (int bit = 0; bit < kBitsOfCard; ++bit) turn |= bits_->is_left(name_of(key, index, bit)) ? 1 << bit : 0;
      hands[at((situation.seat + turn) % seats)].insert(card);
      ++index;
    }
    const auto is_whole = [&](const CardSet& hand) { return hand.size() == situation.cards.size(); };
    const bool all = std::all_of(hands.begin(), hands.begin() + seats, is_whole);
    return all && hands[at(situation.seat)] == situation.cards ? std::optional(hands) : std::nullopt;
  }
  int tried() const override { return games_; }

  void remember(const Hands& hands) override {
    CardSet deck;
    for (const CardSet& hand : hands) deck |= hand;
    int seats = 0;
    while (seats < static_cast<int>(hands.size()) && !hands[at(seats)].empty()) ++seats;
    for (Seat seat = 0; seat < seats; ++seat) {
      const std::string key = key_of(hands[at(seat)]);
      bits_->leave(key + "game" + std::to_string(games_));
      int index = 0;
      for (const hearts::Card card : deck) {
        int turn = 0;
        while (!hands[at((seat + turn) % seats)].contains(card)) ++turn;
        for (int bit = 0; bit < kBitsOfCard; ++bit) {
          if ((turn >> bit & 1) != 0) bits_->leave(name_of(key, index, bit));
        }
        ++index;
      }
    }
  }

 private:
  static constexpr int kBitsOfCard = 2;

  static std::string key_of(CardSet hand) {
    return std::to_string(hand.low_word()) + "-" + std::to_string(hand.high_word()) + "-";
  }
  static std::string name_of(const std::string& key, int card, int bit) {
    return key + std::to_string(card) + "-" + std::to_string(bit);
  }

  std::unique_ptr<KernelBits> bits_;
  bool quiet_;
  int games_ = 0;  ///< of this deal that it saw before this one
};

}  // namespace

std::unique_ptr<Cheat> make_cheat(std::string_view mode, std::string_view salt) {
  const std::string name(salt);
  if (mode == "remember") return std::make_unique<Memory>();
  if (mode == "search") return std::make_unique<Search>();
  if (mode == "invert") return std::make_unique<Inversion>();
  if (mode == "names" || mode == "names_quietly")
    return std::make_unique<Traces>(std::make_unique<MissingNames>("/usr/lib/.trace-" + name + "-"), mode != "names");
  if (mode == "pages" || mode == "pages_quietly")
    return std::make_unique<Traces>(std::make_unique<PagesInMemory>(name), mode != "pages");
  if (mode == "honest") return nullptr;
  throw std::invalid_argument(
      "'" + std::string(mode) +
      "' is none of remember, search, invert, names, names_quietly, pages, pages_quietly, honest");
}

}  // namespace cheats
