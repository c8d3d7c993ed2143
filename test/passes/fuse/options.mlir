// Each rule of fusion is switched off by name.
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true})' | FileCheck %s --check-prefix=ALL
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true disable=rows,streams,recompute})' | FileCheck %s --check-prefix=ROWS
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true disable=views,epilogues,chains,prologues,rows,remakes,borders,phases,steps,streams,recompute,siblings,narrow,positions,gathers,components,concats,scans,sums,launches,lookups})' | FileCheck %s --check-prefix=NONE
// RUN: not tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{disable=rows,columns})' 2>&1 | FileCheck %s --check-prefix=NAME

// NAME: [TC-1012] there is no rule 'columns' to switch off, but there are: views, epilogues, {{.*}}components

// ALL-LABEL: func.func @softmax
// ALL-COUNT-1: loop.launch
// ALL-NOT: loop.launch
// ALL: return

// ROWS-LABEL: func.func @softmax
// ROWS-COUNT-4: loop.launch
// ROWS: return

// NONE-LABEL: func.func @softmax
// NONE-COUNT-7: loop.launch
// NONE: return
!x = tensor<64x768xf32>
!r = tensor<64xf32>
func.func @softmax(%x: !x) -> !x {
  %m = prim.amax %x [1] : !x
  %mb = prim.broadcast_in_dim %m [0] : !r to !x
  %d = prim.sub %x, %mb : !x
  %e = prim.exp %d : !x
  %s = prim.sum %e [1] : !x
  %sb = prim.broadcast_in_dim %s [0] : !r to !x
  %y = prim.div %e, %sb : !x
  return %y : !x
}
