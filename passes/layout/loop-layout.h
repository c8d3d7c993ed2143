// Shared by the files of loop-layout.
//
//   loop-layout.c      the pass: orders of results, launch by launch
//   layout_pass.c      what it has chosen so far
//   read_as_columns.c  matrices that lie better by columns
#ifndef TC_PASSES_LAYOUT_LOOP_LAYOUT_H
#define TC_PASSES_LAYOUT_LOOP_LAYOUT_H

#include "passes/layout/layouts.h"

#include "lib/support/map.h"

typedef struct TcLayoutPass {
  TcArena *arena;
  MlirContext ctx;
  MlirOperation func;
  TcMap kernels;          // by name
  TcMap launched, shared; // kernels that are launched, more than once
  TcMap orders;           // from values to #tc.layout
  TcLayouts layouts;
  int64_t ordered;
} TcLayoutPass;

//===- layout_pass.c ------------------------------------------------------===//

/// The kernel of a launch; null of another op.
MlirOperation tcLayoutKernel(const TcLayoutPass *p, MlirOperation launch);
/// The order of a value's dimensions, as it is chosen so far; null: as they
/// come.
MlirAttribute tcLayoutOrderOf(const TcLayoutPass *p, MlirValue v);
/// Its elements; INT64_MAX where a symbol says how many.
int64_t tcLayoutElements(MlirValue v);

//===- read_as_columns.c --------------------------------------------------===//

/// Whether launches that are no products read the matrix along its columns,
/// some at least, and none along its rows.
bool tcLayoutIsReadAsColumns(const TcLayoutPass *p, MlirValue v);

#endif // TC_PASSES_LAYOUT_LOOP_LAYOUT_H
