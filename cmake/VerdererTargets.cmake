# The one place for compiler warnings, Qt's strict defines and the shape of the project's targets.

add_library(verderer_options INTERFACE)
target_compile_features(verderer_options INTERFACE cxx_std_20)
target_include_directories(verderer_options INTERFACE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/core")
target_compile_options(verderer_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
  -Wcast-align -Wnull-dereference -fno-strict-aliasing
  $<$<BOOL:${VERDERER_WERROR}>:-Werror>)
target_compile_definitions(verderer_options INTERFACE
  QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY QT_NO_URL_CAST_FROM_STRING
  QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_NO_FOREACH QT_NO_KEYWORDS QT_USE_QSTRINGBUILDER
  QT_DISABLE_DEPRECATED_BEFORE=0x060400
  VERDERER_VERSION="${PROJECT_VERSION}")
if(CMAKE_UNITY_BUILD)
  # Where several sources are compiled as one text, what is in an unnamed namespace looks as if it came from a header.
  target_compile_options(verderer_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
if(VERDERER_SANITIZE)
  # GCC finds uninitialised values in what its sanitizers add.
  target_compile_options(verderer_options INTERFACE -fsanitize=${VERDERER_SANITIZE} -fno-omit-frame-pointer -g1 $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(verderer_options INTERFACE -fsanitize=${VERDERER_SANITIZE})
endif()

# verderer_add_library(NAME SOURCES … LINK …): one static library a folder, `verderer_NAME`. What a folder may use is what
# it links, so an arrow that points up does not link. Sources of one folder share no private name: the preset asan-ubsan compiles several as one text.
function(verderer_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(verderer_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(verderer_${name} PUBLIC verderer_options ${ARG_LINK})
  set_target_properties(verderer_${name} PROPERTIES AUTOMOC ON AUTORCC ON POSITION_INDEPENDENT_CODE ON)
endfunction()

# verderer_add_test(NAME SOURCES … LINK … [LABELS …] [ARGS …] [TIMEOUT s] [ENV …] [BOTH_ENGINES]): a QtTest program that runs offscreen, with a home
# and settings of its own, so that no test sees or touches those of the person who runs it. With BOTH_ENGINES it is an EngineTest, and runs a second
# time over PostgreSQL, as NAME_postgresql.
function(verderer_add_test name)
  cmake_parse_arguments(ARG "BOTH_ENGINES" "TIMEOUT" "SOURCES;LINK;LABELS;ARGS;ENV" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE verderer_options verderer_test_tree Qt6::Test ${ARG_LINK})
  set_target_properties(${name} PROPERTIES AUTOMOC ON AUTORCC ON UNITY_BUILD OFF)
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  set(engines sqlite)
  if(ARG_BOTH_ENGINES)
    list(APPEND engines postgresql)
  endif()
  foreach(engine IN LISTS engines)
    set(test ${name})
    if(engine STREQUAL "postgresql")
      set(test ${name}_postgresql)
    endif()
    set(home "${CMAKE_CURRENT_BINARY_DIR}/home-${test}")
    file(MAKE_DIRECTORY "${home}")
    add_test(NAME ${test} COMMAND ${name} ${ARG_ARGS})
    set_tests_properties(${test} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}"
      ENVIRONMENT "QT_QPA_PLATFORM=offscreen;HOME=${home};XDG_CONFIG_HOME=${home}/config;XDG_DATA_HOME=${home}/data;XDG_STATE_HOME=${home}/state;XDG_CACHE_HOME=${home}/cache;LC_ALL=C.UTF-8;QT_FATAL_CRITICALS=1;VERDERER_TEST_ENGINE=${engine};${ARG_ENV}")
  endforeach()
endfunction()
