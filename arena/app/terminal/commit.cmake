# Writes OUTPUT, a C++ file with the commit of the repository ROOT, when that is another than before:
# cmake -DROOT=... -DOUTPUT=... -P commit.cmake
set(ENV{GIT_OPTIONAL_LOCKS} 0)
set(ENV{TZ} UTC)
set(hash "")
execute_process(COMMAND git -C ${ROOT} describe --always --dirty --abbrev=12 --exclude=*
  OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE code)
if(NOT code STREQUAL 0)
  set(hash unknown)
endif()
execute_process(COMMAND git -C ${ROOT} log -1 --format=%cd --date=format-local:%Y-%m-%d
  OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
set(code "// Made by commit.cmake.\n#include \"arena/app/terminal/build_commit.h\"\n\nnamespace arena::cli {\n\n")
string(APPEND code "BuildCommit build_commit() { return {\"${hash}\", \"${date}\"}; }\n\n}  // namespace arena::cli\n")
set(before "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT code STREQUAL before)
  file(WRITE ${OUTPUT} "${code}")
endif()
