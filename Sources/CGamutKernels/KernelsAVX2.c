// The kernels of the analysis, compiled for AVX2.
#if defined(__x86_64__)
// Operations are fused only where the code says so.
#pragma STDC FP_CONTRACT OFF

#include "VectorsAVX2.h"

#include "Classify.h"
#endif
