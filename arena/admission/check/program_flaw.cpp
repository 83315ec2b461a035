#include "arena/admission/check/program_flaw.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/path_search.h"
#include "arena/bots/package/starter_list.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHeadBytes = 4096;

/// Whether bots can see the path: it is in a folder of the system.
bool is_shown(const fs::path& path) {
  std::error_code ignored;
  const std::string real = fs::weakly_canonical(path, ignored).string();
  const auto& entries = system_entries();
  return std::any_of(entries.begin(), entries.end(),
                     [&](const std::string& entry) { return real == entry || real.starts_with(entry + "/"); });
}

constexpr std::string_view kUseSystems =
    "Bots see only the programs in /usr. Name the system's interpreter ('#!/usr/bin/env python3'), and install modules "
    "from a virtual environment into the bot's folder: pip install --target FOLDER NAME.";

/// `where` says where the interpreter is, as in "in /home/ada/bin".
Cause unseen(const std::string& interpreter, const std::string& where) {
  return {
      fmt::format("its first line asks for {}, which is {}, where bots cannot see it", printable(interpreter), where),
      std::string(kUseSystems)};
}

/// `program` is the interpreter's name without its folder.
Cause missing(const std::string& interpreter, const std::string& program) {
  const std::string install = install_command(program);
  return {fmt::format("its first line asks for {}, which this machine does not have", printable(interpreter)),
          fmt::format("Install it ({}), or name one that is installed. 'arena doctor --runtimes' and protocol.md list "
                      "what bots have.",
                      install.empty() ? "apt-get install" : install)};
}

/// Returns what is wrong with a script that begins with this line, "#!" cut off.
std::optional<Cause> flaw_of_first_line(std::string_view line, bool confined) {
  if (line.ends_with('\r')) {
    return Cause{"its first line ends in CR LF, so the CR becomes part of the interpreter's name",
                 "Save the file with LF at the end of each line: sed -i 's/\\r$//' FILE."};
  }
  std::vector<std::string_view> words = words_of(line);
  if (words.empty())
    return Cause{"its first line names no interpreter after '#!'", "Write '#!/usr/bin/env python3' or the like."};
  const std::string interpreter(words.front());
  if (!is_there(interpreter)) return missing(interpreter, fs::path(interpreter).filename());
  if (confined && !is_shown(interpreter)) return unseen(interpreter, "outside the system's folders");
  if (!interpreter.ends_with("/env")) return std::nullopt;
  words.erase(words.begin());
  while (!words.empty() && (words.front().starts_with('-') || words.front().find('=') != std::string_view::npos))
    words.erase(words.begin());
  if (words.empty()) return std::nullopt;
  const std::string program(words.front());
  if (find_in_path(kBotPath, program)) return std::nullopt;
  const std::string quoted = "'" + program + "'";
  const auto elsewhere = find_in_path(own_path(), program);
  return elsewhere ? unseen(quoted, "in " + elsewhere->parent_path().string()) : missing(quoted, program);
}

std::string machine_name(unsigned machine) {
  static constexpr auto kNames = std::to_array<std::pair<unsigned, std::string_view>>({{EM_X86_64, "x86-64"},
                                                                                       {EM_386, "32-bit x86"},
                                                                                       {EM_AARCH64, "64-bit ARM"},
                                                                                       {EM_ARM, "32-bit ARM"},
                                                                                       {EM_RISCV, "RISC-V"},
                                                                                       {EM_PPC64, "POWER"},
                                                                                       {EM_S390, "IBM Z"}});
  for (const auto& [number, name] : kNames) {
    if (number == machine) return std::string(name);
  }
  return fmt::format("ELF machine {}", machine);
}

/// Returns the ELF header of a file whose head is long enough to hold one.
Elf64_Ehdr elf_header(std::string_view head) {
  Elf64_Ehdr header;
  std::memcpy(&header, head.data(), sizeof header);
  return header;
}

/// Returns the dynamic linker that a 64-bit program asks for, or an empty text if it asks for none or its head does not
/// show it.
std::string linker_of(std::string_view head) {
  const Elf64_Ehdr header = elf_header(head);
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part;
    const std::size_t at = header.e_phoff + std::size_t{i} * sizeof part;
    if (header.e_phoff > head.size() || at + sizeof part > head.size()) return {};
    std::memcpy(&part, head.data() + at, sizeof part);
    if (part.p_type != PT_INTERP) continue;
    if (part.p_offset > head.size() || part.p_filesz > head.size() - part.p_offset) return {};
    const std::string_view name = head.substr(part.p_offset, part.p_filesz);
    return std::string(name.substr(0, name.find('\0')));
  }
  return {};
}

std::optional<Cause> flaw_of_elf(std::string_view head) {
  if (head.size() < sizeof(Elf64_Ehdr)) return Cause{"its program file is truncated", "Build or copy it again."};
  const std::string own = head_of("/proc/self/exe");
  const unsigned wanted = own.size() < sizeof(Elf64_Ehdr) ? 0U : elf_header(own).e_machine;
  const unsigned machine = elf_header(head).e_machine;
  if (wanted != 0 && machine != wanted) {
    return Cause{fmt::format("it is built for {}, but this machine is {}", machine_name(machine), machine_name(wanted)),
                 "Build it on this machine, or for it."};
  }
  const std::string linker = linker_of(head);
  if (!linker.empty() && !is_there(linker)) {
    return Cause{fmt::format("it asks for the dynamic linker {}, which this machine does not have", printable(linker)),
                 "It was built for another system. Build it on this one, or link it statically."};
  }
  return std::nullopt;
}

std::optional<Cause> flaw_of_head(std::string_view head, bool confined) {
  if (head.empty()) return Cause{"its program is an empty file", "Build it, or write it."};
  if (head.starts_with("#!")) {
    head.remove_prefix(2);
    return flaw_of_first_line(cut_line(head), confined);
  }
  if (head.starts_with(ELFMAG)) return flaw_of_elf(head);
  static constexpr auto kOtherSystems = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"MZ", "it is a program for Windows"},
       {"\xCF\xFA\xED\xFE", "it is a program for macOS"},
       {"\xCE\xFA\xED\xFE", "it is a program for macOS"},
       {"\xCA\xFE\xBA\xBE", "it is a Java class or a program for macOS, which Linux cannot run directly"},
       {"PK\x03\x04", "it is an archive, which Linux cannot run directly"}});
  for (const auto& [magic, what] : kOtherSystems) {
    if (head.starts_with(magic))
      return Cause{std::string(what),
                   "Build it for Linux, or name the program that runs it: \"command\": [\"java\", \"-jar\", ...] or "
                   "[\"mono\", \"bot.exe\"]."};
  }
  return Cause{"its program has no first line like '#!/usr/bin/env python3', so a shell runs it",
               "Add that line, or name the interpreter in the command: 'python3 bot.py'."};
}

}  // namespace

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

std::string head_of(const fs::path& program) {
  try {
    return read_if_there(program, kHeadBytes).value_or("");
  } catch (const InputError&) {
    return {};  // it is a folder, or cannot be read
  }
}

bool is_script_of(const BotCommand& command, std::string_view interpreter) {
  const std::string head = head_of(command.folder / command.words.front());
  const std::string_view first = std::string_view(head).substr(0, head.find('\n'));
  return first.starts_with("#!") && first.find(interpreter) != std::string_view::npos;
}

bool names_language(const BotCommand& command, std::string_view language) {
  return command.words.front().find(language) != std::string::npos || is_script_of(command, language);
}

std::optional<Cause> flaw_of_program(const BotCommand& command, Isolation isolation) {
  const std::string& program = command.words.front();
  if (program.find('/') == std::string::npos) return std::nullopt;
  const fs::path path = command.folder / program;
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  return flaw_of_head(head_of(path), isolation >= Isolation::confined);
}

}  // namespace arena
