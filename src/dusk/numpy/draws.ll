; made by `make follower` from sources of hash 086b0ad208d4ed210337b424f2c63b59
%struct.Words = type { ptr, ptr, ptr, ptr, ptr, i128, i128, i64, i64, i64, [512 x i64] }
%struct.Pcg = type { i128, i128 }
%struct.Ziggurat = type { ptr, i64, i64, i64, [256 x double], [256 x i64] }
define void @draw_uniform(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, i64 noundef %2, double noundef %3, double noundef %4, ptr nocapture noundef readnone %5) local_unnamed_addr {
  %7 = alloca %struct.Words, align 16
  call void @llvm.lifetime.start.p0(i64 4208, ptr nonnull %7)
  store ptr %7, ptr %7, align 16
  %8 = getelementptr inbounds %struct.Words, ptr %7, i64 0, i32 4
  store ptr @next_word, ptr %8, align 16
  %9 = getelementptr inbounds %struct.Words, ptr %7, i64 0, i32 1
  store ptr @next_word, ptr %9, align 8
  %10 = getelementptr inbounds %struct.Words, ptr %7, i64 0, i32 2
  store ptr @next_half, ptr %10, align 16
  %11 = getelementptr inbounds %struct.Words, ptr %7, i64 0, i32 3
  store ptr @next_double, ptr %11, align 8
  %12 = load i128, ptr %0, align 8
  %13 = getelementptr inbounds %struct.Words, ptr %7, i64 0, i32 5
  store i128 %12, ptr %13, align 16
  %14 = getelementptr inbounds %struct.Pcg, ptr %0, i64 0, i32 1
  %15 = load i128, ptr %14, align 8
  %16 = getelementptr inbounds %struct.Words, ptr %7, i64 0, i32 6
  store i128 %15, ptr %16, align 16
  %17 = getelementptr inbounds %struct.Words, ptr %7, i64 0, i32 8
  store i64 0, ptr %17, align 8
  %18 = getelementptr inbounds %struct.Words, ptr %7, i64 0, i32 7
  store i64 0, ptr %18, align 16
  %19 = icmp sgt i64 %2, 0
  br i1 %19, label %20, label %50
20:                                               ; preds = %6
  %21 = getelementptr inbounds %struct.Words, ptr %7, i64 0, i32 9
  %22 = insertelement <2 x double> poison, double %4, i64 0
  %23 = shufflevector <2 x double> %22, <2 x double> poison, <2 x i32> zeroinitializer
  %24 = insertelement <2 x double> poison, double %3, i64 0
  %25 = shufflevector <2 x double> %24, <2 x double> poison, <2 x i32> zeroinitializer
  br label %56
26:                                               ; preds = %91
  %27 = icmp eq i64 %60, 0
  br i1 %27, label %50, label %28
28:                                               ; preds = %26
  %29 = load i128, ptr %16, align 16
  br label %30
30:                                               ; preds = %42, %28
  %31 = phi i128 [ %46, %42 ], [ %29, %28 ]
  %32 = phi i128 [ %47, %42 ], [ 47026247687942121848144207491837523525, %28 ]
  %33 = phi i128 [ %44, %42 ], [ 0, %28 ]
  %34 = phi i128 [ %43, %42 ], [ 1, %28 ]
  %35 = phi i64 [ %48, %42 ], [ %60, %28 ]
  %36 = and i64 %35, 1
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %42, label %38
38:                                               ; preds = %30
  %39 = mul i128 %34, %32
  %40 = mul i128 %33, %32
  %41 = add i128 %40, %31
  br label %42
42:                                               ; preds = %38, %30
  %43 = phi i128 [ %39, %38 ], [ %34, %30 ]
  %44 = phi i128 [ %41, %38 ], [ %33, %30 ]
  %45 = add i128 %32, 1
  %46 = mul i128 %45, %31
  %47 = mul i128 %32, %32
  %48 = ashr i64 %35, 1
  %49 = icmp ult i64 %35, 2
  br i1 %49, label %50, label %30
50:                                               ; preds = %42, %6, %26
  %51 = phi i128 [ 1, %26 ], [ 1, %6 ], [ %43, %42 ]
  %52 = phi i128 [ 0, %26 ], [ 0, %6 ], [ %44, %42 ]
  %53 = load i128, ptr %13, align 16
  %54 = mul i128 %53, %51
  %55 = add i128 %54, %52
  store i128 %55, ptr %0, align 8
  call void @llvm.lifetime.end.p0(i64 4208, ptr nonnull %7)
  ret void
56:                                               ; preds = %20, %91
  %57 = phi i64 [ 0, %20 ], [ %92, %91 ]
  %58 = sub nsw i64 %2, %57
  store i64 %58, ptr %21, align 16
  call fastcc void @refill(ptr noundef nonnull %7)
  %59 = load i64, ptr %17, align 8
  %60 = call i64 @llvm.smin.i64(i64 %59, i64 %58)
  %61 = icmp sgt i64 %60, 0
  br i1 %61, label %62, label %91
62:                                               ; preds = %56
  %63 = getelementptr double, ptr %1, i64 %57
  %64 = icmp ult i64 %60, 4
  br i1 %64, label %89, label %65
65:                                               ; preds = %62
  %66 = and i64 %60, 9223372036854775804
  br label %67
67:                                               ; preds = %67, %65
  %68 = phi i64 [ 0, %65 ], [ %85, %67 ]
  %69 = getelementptr inbounds %struct.Words, ptr %7, i64 0, i32 10, i64 %68
  %70 = getelementptr inbounds i64, ptr %69, i64 2
  %71 = load <2 x i64>, ptr %69, align 8
  %72 = load <2 x i64>, ptr %70, align 8
  %73 = lshr <2 x i64> %71, <i64 11, i64 11>
  %74 = lshr <2 x i64> %72, <i64 11, i64 11>
  %75 = sitofp <2 x i64> %73 to <2 x double>
  %76 = sitofp <2 x i64> %74 to <2 x double>
  %77 = fmul <2 x double> %75, <double 0x3CA0000000000000, double 0x3CA0000000000000>
  %78 = fmul <2 x double> %76, <double 0x3CA0000000000000, double 0x3CA0000000000000>
  %79 = fmul <2 x double> %77, %23
  %80 = fmul <2 x double> %78, %23
  %81 = fadd <2 x double> %79, %25
  %82 = fadd <2 x double> %80, %25
  %83 = getelementptr double, ptr %63, i64 %68
  %84 = getelementptr double, ptr %83, i64 2
  store <2 x double> %81, ptr %83, align 8
  store <2 x double> %82, ptr %84, align 8
  %85 = add nuw i64 %68, 4
  %86 = icmp eq i64 %85, %66
  br i1 %86, label %87, label %67
87:                                               ; preds = %67
  %88 = icmp eq i64 %60, %66
  br i1 %88, label %91, label %89
89:                                               ; preds = %62, %87
  %90 = phi i64 [ 0, %62 ], [ %66, %87 ]
  br label %94
91:                                               ; preds = %94, %87, %56
  store i64 %60, ptr %18, align 16
  %92 = add nsw i64 %60, %57
  %93 = icmp slt i64 %92, %2
  br i1 %93, label %56, label %26
94:                                               ; preds = %89, %94
  %95 = phi i64 [ %104, %94 ], [ %90, %89 ]
  %96 = getelementptr inbounds %struct.Words, ptr %7, i64 0, i32 10, i64 %95
  %97 = load i64, ptr %96, align 8
  %98 = lshr i64 %97, 11
  %99 = sitofp i64 %98 to double
  %100 = fmul double %99, 0x3CA0000000000000
  %101 = fmul double %100, %4
  %102 = fadd double %101, %3
  %103 = getelementptr double, ptr %63, i64 %95
  store double %102, ptr %103, align 8
  %104 = add nuw nsw i64 %95, 1
  %105 = icmp eq i64 %104, %60
  br i1 %105, label %91, label %94
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)
define internal fastcc void @refill(ptr nocapture noundef %0) unnamed_addr {
  %2 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 7
  %3 = load i64, ptr %2, align 16
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %28, label %5
5:                                                ; preds = %1
  %6 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 6
  %7 = load i128, ptr %6, align 16
  br label %8
8:                                                ; preds = %20, %5
  %9 = phi i128 [ %24, %20 ], [ %7, %5 ]
  %10 = phi i128 [ %25, %20 ], [ 47026247687942121848144207491837523525, %5 ]
  %11 = phi i128 [ %22, %20 ], [ 0, %5 ]
  %12 = phi i128 [ %21, %20 ], [ 1, %5 ]
  %13 = phi i64 [ %26, %20 ], [ %3, %5 ]
  %14 = and i64 %13, 1
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %20, label %16
16:                                               ; preds = %8
  %17 = mul i128 %12, %10
  %18 = mul i128 %11, %10
  %19 = add i128 %18, %9
  br label %20
20:                                               ; preds = %16, %8
  %21 = phi i128 [ %17, %16 ], [ %12, %8 ]
  %22 = phi i128 [ %19, %16 ], [ %11, %8 ]
  %23 = add i128 %10, 1
  %24 = mul i128 %23, %9
  %25 = mul i128 %10, %10
  %26 = ashr i64 %13, 1
  %27 = icmp ult i64 %13, 2
  br i1 %27, label %28, label %8
28:                                               ; preds = %20, %1
  %29 = phi i128 [ 1, %1 ], [ %21, %20 ]
  %30 = phi i128 [ 0, %1 ], [ %22, %20 ]
  %31 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 5
  %32 = load i128, ptr %31, align 16
  %33 = mul i128 %32, %29
  %34 = add i128 %33, %30
  store i128 %34, ptr %31, align 16
  store i64 0, ptr %2, align 16
  %35 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 9
  %36 = load i64, ptr %35, align 16
  %37 = icmp slt i64 %36, 504
  br i1 %37, label %38, label %42
38:                                               ; preds = %28
  %39 = add nsw i64 %36, 11
  %40 = sdiv i64 %39, 4
  %41 = shl nsw i64 %40, 2
  br label %42
42:                                               ; preds = %28, %38
  %43 = phi i64 [ %41, %38 ], [ 512, %28 ]
  %44 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 6
  %45 = load i128, ptr %44, align 16
  %46 = mul i128 %45, 129008165327074651996413634673051154972
  %47 = icmp sgt i64 %43, 0
  br i1 %47, label %48, label %104
48:                                               ; preds = %42
  %49 = mul i128 %34, 47026247687942121848144207491837523525
  %50 = add i128 %45, %49
  %51 = mul i128 %50, 47026247687942121848144207491837523525
  %52 = add i128 %45, %51
  %53 = mul i128 %52, 47026247687942121848144207491837523525
  %54 = add i128 %45, %53
  %55 = mul i128 %54, 47026247687942121848144207491837523525
  %56 = add i128 %45, %55
  br label %57
57:                                               ; preds = %48, %57
  %58 = phi i128 [ %101, %57 ], [ %56, %48 ]
  %59 = phi i128 [ %91, %57 ], [ %54, %48 ]
  %60 = phi i128 [ %81, %57 ], [ %52, %48 ]
  %61 = phi i128 [ %71, %57 ], [ %50, %48 ]
  %62 = phi i64 [ %102, %57 ], [ 0, %48 ]
  %63 = lshr i128 %61, 64
  %64 = xor i128 %63, %61
  %65 = trunc i128 %64 to i64
  %66 = lshr i128 %61, 122
  %67 = trunc i128 %66 to i64
  %68 = tail call noundef i64 @llvm.fshr.i64(i64 %65, i64 %65, i64 %67)
  %69 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 10, i64 %62
  store i64 %68, ptr %69, align 8
  %70 = mul i128 %61, -14801910863484617929377820755756820623
  %71 = add i128 %70, %46
  %72 = lshr i128 %60, 64
  %73 = xor i128 %72, %60
  %74 = trunc i128 %73 to i64
  %75 = lshr i128 %60, 122
  %76 = trunc i128 %75 to i64
  %77 = tail call noundef i64 @llvm.fshr.i64(i64 %74, i64 %74, i64 %76)
  %78 = or disjoint i64 %62, 1
  %79 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 10, i64 %78
  store i64 %77, ptr %79, align 8
  %80 = mul i128 %60, -14801910863484617929377820755756820623
  %81 = add i128 %80, %46
  %82 = lshr i128 %59, 64
  %83 = xor i128 %82, %59
  %84 = trunc i128 %83 to i64
  %85 = lshr i128 %59, 122
  %86 = trunc i128 %85 to i64
  %87 = tail call noundef i64 @llvm.fshr.i64(i64 %84, i64 %84, i64 %86)
  %88 = or disjoint i64 %62, 2
  %89 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 10, i64 %88
  store i64 %87, ptr %89, align 8
  %90 = mul i128 %59, -14801910863484617929377820755756820623
  %91 = add i128 %90, %46
  %92 = lshr i128 %58, 64
  %93 = xor i128 %92, %58
  %94 = trunc i128 %93 to i64
  %95 = lshr i128 %58, 122
  %96 = trunc i128 %95 to i64
  %97 = tail call noundef i64 @llvm.fshr.i64(i64 %94, i64 %94, i64 %96)
  %98 = or disjoint i64 %62, 3
  %99 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 10, i64 %98
  store i64 %97, ptr %99, align 8
  %100 = mul i128 %58, -14801910863484617929377820755756820623
  %101 = add i128 %100, %46
  %102 = add nuw nsw i64 %62, 4
  %103 = icmp slt i64 %102, %43
  br i1 %103, label %57, label %104
104:                                              ; preds = %57, %42
  %105 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 8
  store i64 %43, ptr %105, align 8
  ret void
}
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)
define void @learn_ziggurat(ptr nocapture noundef %0) local_unnamed_addr {
  %2 = alloca %struct.Words, align 16
  call void @llvm.lifetime.start.p0(i64 4208, ptr nonnull %2)
  store ptr %2, ptr %2, align 16
  %3 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 4
  store ptr @next_word, ptr %3, align 16
  %4 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 1
  store ptr @next_word, ptr %4, align 8
  %5 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 2
  store ptr @next_half, ptr %5, align 16
  %6 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 3
  store ptr @next_double, ptr %6, align 8
  %7 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 5
  store i128 0, ptr %7, align 16
  %8 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 6
  store i128 0, ptr %8, align 16
  %9 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 8
  %10 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 7
  %11 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 9
  store i64 0, ptr %11, align 16
  %12 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 2
  %13 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 1
  %14 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 10
  %15 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 10, i64 1
  br label %54
16:                                               ; preds = %54
  %17 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 3
  %18 = load i64, ptr %17, align 8
  %19 = shl nuw i64 1, %18
  %20 = sitofp i64 %19 to double
  %21 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 255
  %22 = load double, ptr %21, align 8
  %23 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 0
  %24 = load double, ptr %23, align 8
  %25 = fdiv double %22, %24
  %26 = fmul double %25, %20
  %27 = fptosi double %26 to i64
  %28 = call i64 @llvm.smax.i64(i64 %27, i64 64)
  %29 = add nsw i64 %28, -64
  %30 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 5, i64 0
  store i64 %29, ptr %30, align 8
  %31 = fmul double %20, 0.000000e+00
  %32 = fptosi double %31 to i64
  %33 = call i64 @llvm.smax.i64(i64 %32, i64 64)
  %34 = add nsw i64 %33, -64
  %35 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 5, i64 1
  store i64 %34, ptr %35, align 8
  %36 = insertelement <2 x double> poison, double %20, i64 0
  %37 = shufflevector <2 x double> %36, <2 x double> poison, <2 x i32> zeroinitializer
  br label %38
38:                                               ; preds = %38, %16
  %39 = phi i64 [ 0, %16 ], [ %52, %38 ]
  %40 = add i64 %39, 2
  %41 = or disjoint i64 %39, 1
  %42 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 %41
  %43 = load <2 x double>, ptr %42, align 8
  %44 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 %40
  %45 = load <2 x double>, ptr %44, align 8
  %46 = fdiv <2 x double> %43, %45
  %47 = fmul <2 x double> %46, %37
  %48 = fptosi <2 x double> %47 to <2 x i64>
  %49 = call <2 x i64> @llvm.smax.v2i64(<2 x i64> %48, <2 x i64> <i64 64, i64 64>)
  %50 = add nsw <2 x i64> %49, <i64 -64, i64 -64>
  %51 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 5, i64 %40
  store <2 x i64> %50, ptr %51, align 8
  %52 = add nuw i64 %39, 2
  %53 = icmp eq i64 %52, 254
  br i1 %53, label %67, label %38
54:                                               ; preds = %1, %54
  %55 = phi i64 [ 0, %1 ], [ %65, %54 ]
  %56 = load i64, ptr %12, align 8
  %57 = add nsw i64 %56, 8
  %58 = shl nuw i64 1, %57
  %59 = or i64 %58, %55
  %60 = load i64, ptr %13, align 8
  %61 = shl i64 %59, %60
  store i64 %61, ptr %14, align 8
  store i64 0, ptr %15, align 16
  store i64 0, ptr %10, align 16
  store i64 2, ptr %9, align 8
  %62 = load ptr, ptr %0, align 8
  %63 = call double %62(ptr noundef nonnull %2)
  %64 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 %55
  store double %63, ptr %64, align 8
  %65 = add nuw nsw i64 %55, 1
  %66 = icmp eq i64 %65, 256
  br i1 %66, label %16, label %54
67:                                               ; preds = %38
  call void @llvm.lifetime.end.p0(i64 4208, ptr nonnull %2)
  ret void
}
define void @draw_normal(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, i64 noundef %2, double noundef %3, double noundef %4, ptr nocapture noundef readonly %5) local_unnamed_addr {
  tail call fastcc void @draw(ptr noundef %0, ptr noundef %1, i64 noundef %2, double noundef %3, double noundef %4, ptr noundef %5, i32 noundef 0, i32 noundef 1, i32 noundef 52)
  ret void
}
define internal fastcc void @draw(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, i64 noundef %2, double noundef %3, double noundef %4, ptr nocapture noundef readonly %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) unnamed_addr {
  %10 = alloca %struct.Words, align 16
  call void @llvm.lifetime.start.p0(i64 4208, ptr nonnull %10)
  %11 = zext nneg i32 %8 to i64
  %12 = shl nsw i64 -1, %11
  %13 = xor i64 %12, -1
  store ptr %10, ptr %10, align 16
  %14 = getelementptr inbounds %struct.Words, ptr %10, i64 0, i32 4
  store ptr @next_word, ptr %14, align 16
  %15 = getelementptr inbounds %struct.Words, ptr %10, i64 0, i32 1
  store ptr @next_word, ptr %15, align 8
  %16 = getelementptr inbounds %struct.Words, ptr %10, i64 0, i32 2
  store ptr @next_half, ptr %16, align 16
  %17 = getelementptr inbounds %struct.Words, ptr %10, i64 0, i32 3
  store ptr @next_double, ptr %17, align 8
  %18 = load i128, ptr %0, align 8
  %19 = getelementptr inbounds %struct.Words, ptr %10, i64 0, i32 5
  store i128 %18, ptr %19, align 16
  %20 = getelementptr inbounds %struct.Pcg, ptr %0, i64 0, i32 1
  %21 = load i128, ptr %20, align 8
  %22 = getelementptr inbounds %struct.Words, ptr %10, i64 0, i32 6
  store i128 %21, ptr %22, align 16
  %23 = getelementptr inbounds %struct.Words, ptr %10, i64 0, i32 8
  store i64 0, ptr %23, align 8
  %24 = getelementptr inbounds %struct.Words, ptr %10, i64 0, i32 7
  store i64 0, ptr %24, align 16
  %25 = icmp sgt i64 %2, 0
  br i1 %25, label %26, label %58
26:                                               ; preds = %9
  %27 = getelementptr inbounds %struct.Words, ptr %10, i64 0, i32 9
  %28 = getelementptr inbounds %struct.Words, ptr %10, i64 0, i32 10
  %29 = zext nneg i32 %6 to i64
  %30 = add nuw nsw i32 %7, 8
  %31 = zext nneg i32 %30 to i64
  %32 = icmp eq i32 %7, 0
  br label %64
33:                                               ; preds = %125
  %34 = load i64, ptr %24, align 16
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %58, label %36
36:                                               ; preds = %33
  %37 = load i128, ptr %22, align 16
  br label %38
38:                                               ; preds = %50, %36
  %39 = phi i128 [ %54, %50 ], [ %37, %36 ]
  %40 = phi i128 [ %55, %50 ], [ 47026247687942121848144207491837523525, %36 ]
  %41 = phi i128 [ %52, %50 ], [ 0, %36 ]
  %42 = phi i128 [ %51, %50 ], [ 1, %36 ]
  %43 = phi i64 [ %56, %50 ], [ %34, %36 ]
  %44 = and i64 %43, 1
  %45 = icmp eq i64 %44, 0
  br i1 %45, label %50, label %46
46:                                               ; preds = %38
  %47 = mul i128 %42, %40
  %48 = mul i128 %41, %40
  %49 = add i128 %48, %39
  br label %50
50:                                               ; preds = %46, %38
  %51 = phi i128 [ %47, %46 ], [ %42, %38 ]
  %52 = phi i128 [ %49, %46 ], [ %41, %38 ]
  %53 = add i128 %40, 1
  %54 = mul i128 %53, %39
  %55 = mul i128 %40, %40
  %56 = ashr i64 %43, 1
  %57 = icmp ult i64 %43, 2
  br i1 %57, label %58, label %38
58:                                               ; preds = %50, %9, %33
  %59 = phi i128 [ 1, %33 ], [ 1, %9 ], [ %51, %50 ]
  %60 = phi i128 [ 0, %33 ], [ 0, %9 ], [ %52, %50 ]
  %61 = load i128, ptr %19, align 16
  %62 = mul i128 %61, %59
  %63 = add i128 %62, %60
  store i128 %63, ptr %0, align 8
  call void @llvm.lifetime.end.p0(i64 4208, ptr nonnull %10)
  ret void
64:                                               ; preds = %26, %125
  %65 = phi i64 [ 0, %26 ], [ %126, %125 ]
  %66 = sub nsw i64 %2, %65
  store i64 %66, ptr %27, align 16
  %67 = load i64, ptr %24, align 16
  %68 = load i64, ptr %23, align 8
  %69 = icmp eq i64 %67, %68
  br i1 %69, label %70, label %73
70:                                               ; preds = %64
  call fastcc void @refill(ptr noundef nonnull %10)
  %71 = load i64, ptr %23, align 8
  %72 = load i64, ptr %24, align 16
  br label %73
73:                                               ; preds = %70, %64
  %74 = phi i64 [ %72, %70 ], [ %67, %64 ]
  %75 = phi i64 [ %71, %70 ], [ %68, %64 ]
  %76 = sub nsw i64 %75, %74
  %77 = call i64 @llvm.smin.i64(i64 %76, i64 %66)
  %78 = getelementptr inbounds i64, ptr %28, i64 %74
  %79 = icmp sgt i64 %77, 0
  br i1 %79, label %80, label %111
80:                                               ; preds = %73
  %81 = getelementptr double, ptr %1, i64 %65
  br label %82
82:                                               ; preds = %80, %104
  %83 = phi i64 [ 0, %80 ], [ %109, %104 ]
  %84 = getelementptr inbounds i64, ptr %78, i64 %83
  %85 = load i64, ptr %84, align 8
  %86 = lshr i64 %85, %29
  %87 = lshr i64 %86, %31
  %88 = and i64 %87, %13
  %89 = and i64 %86, 255
  %90 = getelementptr inbounds %struct.Ziggurat, ptr %5, i64 0, i32 5, i64 %89
  %91 = load i64, ptr %90, align 8
  %92 = icmp ult i64 %88, %91
  br i1 %92, label %93, label %115
93:                                               ; preds = %82
  %94 = sitofp i64 %88 to double
  %95 = getelementptr inbounds %struct.Ziggurat, ptr %5, i64 0, i32 4, i64 %89
  %96 = load double, ptr %95, align 8
  %97 = fmul double %96, %94
  br i1 %32, label %104, label %98
98:                                               ; preds = %93
  %99 = bitcast double %97 to i64
  %100 = shl i64 %86, 55
  %101 = and i64 %100, -9223372036854775808
  %102 = xor i64 %101, %99
  %103 = bitcast i64 %102 to double
  br label %104
104:                                              ; preds = %93, %98
  %105 = phi double [ %103, %98 ], [ %97, %93 ]
  %106 = fmul double %105, %4
  %107 = fadd double %106, %3
  %108 = getelementptr double, ptr %81, i64 %83
  store double %107, ptr %108, align 8
  %109 = add nuw nsw i64 %83, 1
  %110 = icmp eq i64 %109, %77
  br i1 %110, label %111, label %82
111:                                              ; preds = %104, %73
  %112 = phi i64 [ 0, %73 ], [ %77, %104 ]
  %113 = add nsw i64 %112, %74
  store i64 %113, ptr %24, align 16
  %114 = add nsw i64 %112, %65
  br label %125
115:                                              ; preds = %82
  %116 = add nsw i64 %83, %74
  store i64 %116, ptr %24, align 16
  %117 = add nsw i64 %83, %65
  %118 = sub nsw i64 %2, %117
  store i64 %118, ptr %27, align 16
  %119 = load ptr, ptr %5, align 8
  %120 = call double %119(ptr noundef nonnull %10)
  %121 = fmul double %120, %4
  %122 = fadd double %121, %3
  %123 = add nsw i64 %117, 1
  %124 = getelementptr inbounds double, ptr %1, i64 %117
  store double %122, ptr %124, align 8
  br label %125
125:                                              ; preds = %111, %115
  %126 = phi i64 [ %123, %115 ], [ %114, %111 ]
  %127 = icmp slt i64 %126, %2
  br i1 %127, label %64, label %33
}
define void @draw_exponential(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, i64 noundef %2, double noundef %3, double noundef %4, ptr nocapture noundef readonly %5) local_unnamed_addr {
  tail call fastcc void @draw(ptr noundef %0, ptr noundef %1, i64 noundef %2, double noundef %3, double noundef %4, ptr noundef %5, i32 noundef 3, i32 noundef 0, i32 noundef 53)
  ret void
}
define internal i64 @next_word(ptr nocapture noundef %0) {
  %2 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 7
  %3 = load i64, ptr %2, align 16
  %4 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 8
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %3, %5
  br i1 %6, label %7, label %9
7:                                                ; preds = %1
  tail call fastcc void @refill(ptr noundef nonnull %0)
  %8 = load i64, ptr %2, align 16
  br label %9
9:                                                ; preds = %7, %1
  %10 = phi i64 [ %8, %7 ], [ %3, %1 ]
  %11 = add nsw i64 %10, 1
  store i64 %11, ptr %2, align 16
  %12 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 10, i64 %10
  %13 = load i64, ptr %12, align 8
  ret i64 %13
}
define internal i32 @next_half(ptr nocapture noundef %0) {
  %2 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 7
  %3 = load i64, ptr %2, align 16
  %4 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 8
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %3, %5
  br i1 %6, label %7, label %9
7:                                                ; preds = %1
  tail call fastcc void @refill(ptr noundef nonnull %0)
  %8 = load i64, ptr %2, align 16
  br label %9
9:                                                ; preds = %1, %7
  %10 = phi i64 [ %8, %7 ], [ %3, %1 ]
  %11 = add nsw i64 %10, 1
  store i64 %11, ptr %2, align 16
  %12 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 10, i64 %10
  %13 = load i64, ptr %12, align 8
  %14 = trunc i64 %13 to i32
  ret i32 %14
}
define internal double @next_double(ptr nocapture noundef %0) {
  %2 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 7
  %3 = load i64, ptr %2, align 16
  %4 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 8
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %3, %5
  br i1 %6, label %7, label %9
7:                                                ; preds = %1
  tail call fastcc void @refill(ptr noundef nonnull %0)
  %8 = load i64, ptr %2, align 16
  br label %9
9:                                                ; preds = %1, %7
  %10 = phi i64 [ %8, %7 ], [ %3, %1 ]
  %11 = add nsw i64 %10, 1
  store i64 %11, ptr %2, align 16
  %12 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 10, i64 %10
  %13 = load i64, ptr %12, align 8
  %14 = lshr i64 %13, 11
  %15 = sitofp i64 %14 to double
  %16 = fmul double %15, 0x3CA0000000000000
  ret double %16
}
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare <2 x i64> @llvm.smax.v2i64(<2 x i64>, <2 x i64>)
