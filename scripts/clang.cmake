# The toolchain of the presets that compile with clang. It takes the newest installed clang, 14 or newer, that has its
# sanitizers and their symbolizer, as scripts/setup --with-clang installs them. HEARTS_CLANG=14 in the environment
# chooses another version. A build folder keeps the compiler that it was configured with.
if(CMAKE_CXX_COMPILER)
  return()
endif()

if(DEFINED ENV{HEARTS_CLANG})
  set(versions $ENV{HEARTS_CLANG})
else()
  set(versions)
  file(GLOB folders RELATIVE /usr/lib /usr/lib/llvm-*)
  foreach(folder IN LISTS folders)
    if(folder MATCHES "^llvm-([0-9]+)$" AND CMAKE_MATCH_1 GREATER_EQUAL 14)
      list(APPEND versions ${CMAKE_MATCH_1})
    endif()
  endforeach()
  list(SORT versions COMPARE NATURAL ORDER DESCENDING)
endif()

foreach(version IN LISTS versions)
  set(llvm /usr/lib/llvm-${version})
  file(GLOB runtime ${llvm}/lib/clang/*/lib/linux/libclang_rt.asan-*.a)
  if(EXISTS ${llvm}/bin/clang++ AND EXISTS ${llvm}/bin/llvm-symbolizer AND runtime)
    set(CMAKE_C_COMPILER ${llvm}/bin/clang)
    set(CMAKE_CXX_COMPILER ${llvm}/bin/clang++)
    break()
  endif()
endforeach()
if(NOT CMAKE_CXX_COMPILER AND DEFINED ENV{HEARTS_CLANG})
  message(FATAL_ERROR "HEARTS_CLANG names clang ${versions}, which is not installed with its sanitizers and llvm-symbolizer "
    "(packages clang-${versions}, libclang-rt-${versions}-dev and llvm-${versions}).")
elseif(NOT CMAKE_CXX_COMPILER)
  message(FATAL_ERROR "No clang 14 or newer is installed with its sanitizers. To install it: scripts/setup --with-clang")
endif()

# llvm-strip refuses programs that are statically linked with glibc, such as arena-canary. The ordinary strip is used.
find_program(CMAKE_STRIP strip)
