// Which reductions of contractions on matrix units are cut into parts, and into
// how many: see gpu-unit-time.c, which compares them.
#include "passes/schedule/gpu-unit.h"

#include "passes/lower/cpu/emit.h"

#include "lib/support/bits.h"

int tcGpuUnitSplitIter(TcCpuKernel *k, const TcGpuProduct *p) {
  int best = -1;
  double longest = 1;
  TcCpuStages contract = {0};
  tcVecPush(k->arena, &contract, p->match.contract);
  for (size_t i = 0; i < p->over.size; ++i) {
    int iter = p->over.data[i];
    double n = tcCpuGuess(k, k->iters.data[iter].extent);
    if (n > longest && tcCpuCanSplit(k, &contract, iter)) {
      best = iter;
      longest = n;
    }
  }
  return best;
}

// Parts must be equal, and begin at whole chunks of an operand's row. Of a
// symbolic number of steps the last part is shorter, and only operands that are
// contiguous along their points have such chunks.
bool tcGpuUnitIsPart(const TcCpuKernel *k, const TcGpuUnitProduct *u, int iter,
                     int64_t parts) {
  int64_t extent, chunk = u->operands[0].chunk;
  if (!tcSizeIsConst(k->iters.data[iter].extent, &extent))
    return u->operands[0].factor->along && u->operands[1].factor->along &&
           tcIsPowerOfTwo(parts);
  bool inner = iter == tcVecLast(&u->p.over);
  return parts <= extent && extent % parts == 0 &&
         (!inner || extent / parts % chunk == 0);
}
