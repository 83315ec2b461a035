# The toolchain of the presets that compile with clang: the newest clang from 14 on that is installed with its sanitizers
# and their symbolizer, as scripts/setup --with-clang installs them. HEARTS_CLANG=14 in the environment names another
# version. A build folder keeps the compiler that it was configured with.
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
  message(FATAL_ERROR "No clang from 14 on is installed with its sanitizers. Run scripts/setup --with-clang.")
endif()

# llvm-strip refuses a static program of glibc, as arena-canary is, and leaves it as it was.
find_program(CMAKE_STRIP strip)
