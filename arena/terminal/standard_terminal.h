#pragma once

#include "arena/sandbox/owned_fd.h"
#include "arena/play/terminal.h"

namespace arena {

/// Standard input and output, whatever they are. Lines are edited by the terminal itself, whose settings stay as they
/// are, as do the flags of the descriptors: there is nothing to put right when the program ends, however it does.
class StandardTerminal final : public Terminal {
 public:
  /// Throws std::system_error when the kernel has no descriptors left.
  explicit StandardTerminal(bool color);

  void write(std::string_view text) override;
  boost::asio::awaitable<std::optional<std::string>> read_line() override;
  std::size_t columns() const override;
  bool color() const override { return color_; }

 private:
  boost::asio::awaitable<void> wait();

  bool color_;
  /// Readable when standard input is; none where that is a file, which always is. A descriptor of its own may be made
  /// non-blocking: standard input shares its flags with the shell.
  OwnedFd readiness_;
  std::string typed_;
  bool ended_ = false;
};

}  // namespace arena
