; made by `make follower` from sources of hash d0f924347da1eb411e6c70dcf0f376e3
%struct.Words = type { ptr, ptr, ptr, ptr, ptr, i64, i64, i128, i128, [2048 x i64] }
%struct.Ziggurat = type { ptr, i64, i64, i64, [256 x %struct.Layer] }
%struct.Layer = type { double, i64 }
%struct.Step = type { ptr, i64, i64, i64 }
%struct.Drawing = type { ptr, ptr, i64, double, double, ptr, ptr, i64, i64, i64 }
%struct.Pcg = type { i128, i128 }
%struct.States = type { [8 x <8 x i64>], [8 x <8 x i64>] }
%struct.Chunk = type { i64, i64, [2080 x double], [2048 x i32], [2048 x i32], %struct.Words }
define void @learn_ziggurat(ptr nocapture noundef %0) local_unnamed_addr {
  %2 = alloca %struct.Words, align 16
  call void @llvm.lifetime.start.p0(i64 16480, ptr nonnull %2)
  store ptr %2, ptr %2, align 16
  %3 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 4
  store ptr @next_word, ptr %3, align 16
  %4 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 1
  store ptr @next_word, ptr %4, align 8
  %5 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 2
  store ptr @next_half, ptr %5, align 16
  %6 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 3
  store ptr @next_double, ptr %6, align 8
  %7 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 2
  %8 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 1
  %9 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 9
  %10 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 9, i64 1
  %11 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 5
  %12 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 6
  br label %33
13:                                               ; preds = %33
  %14 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 3
  %15 = load i64, ptr %14, align 8
  %16 = shl nuw i64 1, %15
  %17 = sitofp i64 %16 to double
  %18 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 255
  %19 = load double, ptr %18, align 8
  %20 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 0
  %21 = load double, ptr %20, align 8
  %22 = fdiv double %19, %21
  %23 = fmul double %22, %17
  %24 = fptosi double %23 to i64
  %25 = call i64 @llvm.smax.i64(i64 %24, i64 64)
  %26 = add nsw i64 %25, -64
  %27 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 0, i32 1
  store i64 %26, ptr %27, align 8
  %28 = fmul double %17, 0.000000e+00
  %29 = fptosi double %28 to i64
  %30 = call i64 @llvm.smax.i64(i64 %29, i64 64)
  %31 = add nsw i64 %30, -64
  %32 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 1, i32 1
  store i64 %31, ptr %32, align 8
  br label %47
33:                                               ; preds = %1, %33
  %34 = phi i64 [ 0, %1 ], [ %44, %33 ]
  %35 = load i64, ptr %7, align 8
  %36 = add nsw i64 %35, 8
  %37 = shl nuw i64 1, %36
  %38 = or i64 %37, %34
  %39 = load i64, ptr %8, align 8
  %40 = shl i64 %38, %39
  store i64 %40, ptr %9, align 16
  store i64 0, ptr %10, align 8
  store i64 0, ptr %11, align 8
  store i64 2, ptr %12, align 16
  %41 = load ptr, ptr %0, align 8
  %42 = call double %41(ptr noundef nonnull %2)
  %43 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 %34
  store double %42, ptr %43, align 8
  %44 = add nuw nsw i64 %34, 1
  %45 = icmp eq i64 %44, 256
  br i1 %45, label %13, label %33
46:                                               ; preds = %47
  call void @llvm.lifetime.end.p0(i64 16480, ptr nonnull %2)
  ret void
47:                                               ; preds = %13, %47
  %48 = phi i64 [ 2, %13 ], [ %60, %47 ]
  %49 = add nsw i64 %48, -1
  %50 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 %49
  %51 = load double, ptr %50, align 8
  %52 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 %48
  %53 = load double, ptr %52, align 8
  %54 = fdiv double %51, %53
  %55 = fmul double %54, %17
  %56 = fptosi double %55 to i64
  %57 = call i64 @llvm.smax.i64(i64 %56, i64 64)
  %58 = add nsw i64 %57, -64
  %59 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 %48, i32 1
  store i64 %58, ptr %59, align 8
  %60 = add nuw nsw i64 %48, 1
  %61 = icmp eq i64 %60, 256
  br i1 %61, label %46, label %47
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)
define void @draw_uniform(ptr noundef %0, ptr noundef %1, i64 noundef %2, double noundef %3, double noundef %4, ptr noundef %5, ptr noundef readonly %6, ptr noundef %7) local_unnamed_addr {
  %9 = alloca [8 x i64], align 16
  %10 = alloca [1 x ptr], align 8
  %11 = alloca %struct.Step, align 8
  %12 = alloca %struct.Drawing, align 8
  call void @llvm.lifetime.start.p0(i64 80, ptr nonnull %12)
  store ptr %0, ptr %12, align 8
  %13 = getelementptr inbounds %struct.Drawing, ptr %12, i64 0, i32 1
  store ptr %1, ptr %13, align 8
  %14 = getelementptr inbounds %struct.Drawing, ptr %12, i64 0, i32 2
  store i64 %2, ptr %14, align 8
  %15 = getelementptr inbounds %struct.Drawing, ptr %12, i64 0, i32 3
  store double %3, ptr %15, align 8
  %16 = getelementptr inbounds %struct.Drawing, ptr %12, i64 0, i32 4
  store double %4, ptr %16, align 8
  %17 = getelementptr inbounds %struct.Drawing, ptr %12, i64 0, i32 5
  store ptr %5, ptr %17, align 8
  %18 = getelementptr inbounds %struct.Drawing, ptr %12, i64 0, i32 6
  store ptr %7, ptr %18, align 8
  %19 = getelementptr inbounds %struct.Drawing, ptr %12, i64 0, i32 7
  store i64 0, ptr %19, align 8
  %20 = getelementptr inbounds %struct.Drawing, ptr %12, i64 0, i32 8
  store i64 0, ptr %20, align 8
  %21 = getelementptr inbounds %struct.Drawing, ptr %12, i64 0, i32 9
  store i64 0, ptr %21, align 8
  %22 = icmp ne ptr %6, null
  %23 = icmp sgt i64 %2, 16383
  %24 = and i1 %23, %22
  br i1 %24, label %25, label %32
25:                                               ; preds = %8
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %9)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(64) %9, i8 0, i64 64, i1 false)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10)
  store ptr %9, ptr %10, align 8
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %11)
  store ptr @uniform_chunks, ptr %11, align 8
  %26 = getelementptr inbounds %struct.Step, ptr %11, i64 0, i32 1
  store i64 0, ptr %26, align 8
  %27 = getelementptr inbounds %struct.Step, ptr %11, i64 0, i32 2
  %28 = add nuw nsw i64 %2, 2047
  %29 = lshr i64 %28, 11
  store i64 %29, ptr %27, align 8
  %30 = getelementptr inbounds %struct.Step, ptr %11, i64 0, i32 3
  store i64 1, ptr %30, align 8
  %31 = call i64 %6(ptr noundef nonnull %10, ptr noundef nonnull %12, ptr noundef nonnull %11, i64 noundef 1)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %11)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %9)
  br label %34
32:                                               ; preds = %8
  call fastcc void @draw_units(ptr noundef nonnull %12, i64 noundef 0, i64 noundef %2)
  %33 = icmp eq i64 %2, 0
  br i1 %33, label %57, label %34
34:                                               ; preds = %25, %32
  %35 = getelementptr inbounds %struct.Pcg, ptr %0, i64 0, i32 1
  %36 = load i128, ptr %35, align 8
  br label %37
37:                                               ; preds = %49, %34
  %38 = phi i128 [ %53, %49 ], [ %36, %34 ]
  %39 = phi i128 [ %54, %49 ], [ 47026247687942121848144207491837523525, %34 ]
  %40 = phi i128 [ %51, %49 ], [ 0, %34 ]
  %41 = phi i128 [ %50, %49 ], [ 1, %34 ]
  %42 = phi i64 [ %55, %49 ], [ %2, %34 ]
  %43 = and i64 %42, 1
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %49, label %45
45:                                               ; preds = %37
  %46 = mul i128 %41, %39
  %47 = mul i128 %40, %39
  %48 = add i128 %47, %38
  br label %49
49:                                               ; preds = %45, %37
  %50 = phi i128 [ %46, %45 ], [ %41, %37 ]
  %51 = phi i128 [ %48, %45 ], [ %40, %37 ]
  %52 = add i128 %39, 1
  %53 = mul i128 %52, %38
  %54 = mul i128 %39, %39
  %55 = ashr i64 %42, 1
  %56 = icmp ult i64 %42, 2
  br i1 %56, label %57, label %37
57:                                               ; preds = %49, %32
  %58 = phi i128 [ 1, %32 ], [ %50, %49 ]
  %59 = phi i128 [ 0, %32 ], [ %51, %49 ]
  %60 = load i128, ptr %0, align 8
  %61 = mul i128 %60, %58
  %62 = add i128 %61, %59
  store i128 %62, ptr %0, align 8
  call void @llvm.lifetime.end.p0(i64 80, ptr nonnull %12)
  ret void
}
define internal void @uniform_chunks(ptr nocapture readnone %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3) {
  %5 = shl nsw i64 %3, 11
  %6 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 2
  %7 = load i64, ptr %6, align 8
  %8 = tail call i64 @llvm.smin.i64(i64 %5, i64 %7)
  %9 = shl nsw i64 %2, 11
  %10 = sub nsw i64 %8, %9
  tail call fastcc void @draw_units(ptr noundef %1, i64 noundef %9, i64 noundef %10)
  ret void
}
define internal fastcc void @draw_units(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) unnamed_addr {
  %4 = alloca %struct.States, align 8
  %5 = load ptr, ptr %0, align 8
  %6 = icmp eq i64 %1, 0
  %7 = getelementptr inbounds %struct.Pcg, ptr %5, i64 0, i32 1
  %8 = load i128, ptr %7, align 8
  br i1 %6, label %29, label %9
9:                                                ; preds = %3, %21
  %10 = phi i128 [ %25, %21 ], [ %8, %3 ]
  %11 = phi i128 [ %26, %21 ], [ 47026247687942121848144207491837523525, %3 ]
  %12 = phi i128 [ %23, %21 ], [ 0, %3 ]
  %13 = phi i128 [ %22, %21 ], [ 1, %3 ]
  %14 = phi i64 [ %27, %21 ], [ %1, %3 ]
  %15 = and i64 %14, 1
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %21, label %17
17:                                               ; preds = %9
  %18 = mul i128 %13, %11
  %19 = mul i128 %12, %11
  %20 = add i128 %19, %10
  br label %21
21:                                               ; preds = %17, %9
  %22 = phi i128 [ %18, %17 ], [ %13, %9 ]
  %23 = phi i128 [ %20, %17 ], [ %12, %9 ]
  %24 = add i128 %11, 1
  %25 = mul i128 %24, %10
  %26 = mul i128 %11, %11
  %27 = ashr i64 %14, 1
  %28 = icmp ult i64 %14, 2
  br i1 %28, label %29, label %9
29:                                               ; preds = %21, %3
  %30 = phi i128 [ 1, %3 ], [ %22, %21 ]
  %31 = phi i128 [ 0, %3 ], [ %23, %21 ]
  %32 = load i128, ptr %5, align 8
  %33 = mul i128 %32, %30
  %34 = add i128 %33, %31
  %35 = mul i128 %34, 47026247687942121848144207491837523525
  %36 = add i128 %35, %8
  %37 = mul i128 %8, 47026247687942121848144207491837523526
  %38 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 1
  %39 = load ptr, ptr %38, align 8
  %40 = getelementptr inbounds double, ptr %39, i64 %1
  %41 = sdiv i64 %2, 8
  %42 = shl nsw i64 %41, 3
  call void @llvm.lifetime.start.p0(i64 1024, ptr nonnull %4)
  %43 = getelementptr double, ptr %40, i64 -24
  %44 = icmp sgt i64 %2, -24
  br i1 %44, label %45, label %52
45:                                               ; preds = %29
  %46 = mul i128 %36, 47026247687942121848144207491837523525
  %47 = add i128 %46, %8
  %48 = getelementptr inbounds %struct.States, ptr %4, i64 0, i32 1
  %49 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 3
  %50 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 4
  %51 = add nsw i64 %42, 16
  br label %58
52:                                               ; preds = %149, %29
  %53 = phi i128 [ %36, %29 ], [ %123, %149 ]
  %54 = icmp slt i64 %42, %2
  br i1 %54, label %55, label %152
55:                                               ; preds = %52
  %56 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 3
  %57 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 4
  br label %153
58:                                               ; preds = %45, %149
  %59 = phi i64 [ 0, %45 ], [ %150, %149 ]
  %60 = phi i128 [ %47, %45 ], [ %124, %149 ]
  %61 = phi i128 [ %36, %45 ], [ %123, %149 ]
  %62 = icmp slt i64 %59, %42
  br i1 %62, label %63, label %122
63:                                               ; preds = %58
  %64 = lshr exact i64 %59, 3
  %65 = and i64 %64, 7
  %66 = getelementptr inbounds <8 x i64>, ptr %4, i64 %65
  %67 = getelementptr inbounds <8 x i64>, ptr %48, i64 %65
  %68 = trunc i128 %61 to i64
  store i64 %68, ptr %66, align 8
  %69 = lshr i128 %61, 64
  %70 = trunc i128 %69 to i64
  store i64 %70, ptr %67, align 8
  %71 = mul i128 %61, 31553007098343073706681831786593431193
  %72 = add i128 %71, %37
  %73 = trunc i128 %60 to i64
  %74 = getelementptr inbounds i64, ptr %66, i64 1
  store i64 %73, ptr %74, align 8
  %75 = lshr i128 %60, 64
  %76 = trunc i128 %75 to i64
  %77 = getelementptr inbounds i64, ptr %67, i64 1
  store i64 %76, ptr %77, align 8
  %78 = mul i128 %60, 31553007098343073706681831786593431193
  %79 = add i128 %78, %37
  %80 = trunc i128 %72 to i64
  %81 = getelementptr inbounds i64, ptr %66, i64 2
  store i64 %80, ptr %81, align 8
  %82 = lshr i128 %72, 64
  %83 = trunc i128 %82 to i64
  %84 = getelementptr inbounds i64, ptr %67, i64 2
  store i64 %83, ptr %84, align 8
  %85 = mul i128 %72, 31553007098343073706681831786593431193
  %86 = add i128 %85, %37
  %87 = trunc i128 %79 to i64
  %88 = getelementptr inbounds i64, ptr %66, i64 3
  store i64 %87, ptr %88, align 8
  %89 = lshr i128 %79, 64
  %90 = trunc i128 %89 to i64
  %91 = getelementptr inbounds i64, ptr %67, i64 3
  store i64 %90, ptr %91, align 8
  %92 = mul i128 %79, 31553007098343073706681831786593431193
  %93 = add i128 %92, %37
  %94 = trunc i128 %86 to i64
  %95 = getelementptr inbounds i64, ptr %66, i64 4
  store i64 %94, ptr %95, align 8
  %96 = lshr i128 %86, 64
  %97 = trunc i128 %96 to i64
  %98 = getelementptr inbounds i64, ptr %67, i64 4
  store i64 %97, ptr %98, align 8
  %99 = mul i128 %86, 31553007098343073706681831786593431193
  %100 = add i128 %99, %37
  %101 = trunc i128 %93 to i64
  %102 = getelementptr inbounds i64, ptr %66, i64 5
  store i64 %101, ptr %102, align 8
  %103 = lshr i128 %93, 64
  %104 = trunc i128 %103 to i64
  %105 = getelementptr inbounds i64, ptr %67, i64 5
  store i64 %104, ptr %105, align 8
  %106 = mul i128 %93, 31553007098343073706681831786593431193
  %107 = add i128 %106, %37
  %108 = trunc i128 %100 to i64
  %109 = getelementptr inbounds i64, ptr %66, i64 6
  store i64 %108, ptr %109, align 8
  %110 = lshr i128 %100, 64
  %111 = trunc i128 %110 to i64
  %112 = getelementptr inbounds i64, ptr %67, i64 6
  store i64 %111, ptr %112, align 8
  %113 = mul i128 %100, 31553007098343073706681831786593431193
  %114 = add i128 %113, %37
  %115 = trunc i128 %107 to i64
  %116 = getelementptr inbounds i64, ptr %66, i64 7
  store i64 %115, ptr %116, align 8
  %117 = lshr i128 %107, 64
  %118 = trunc i128 %117 to i64
  %119 = getelementptr inbounds i64, ptr %67, i64 7
  store i64 %118, ptr %119, align 8
  %120 = mul i128 %107, 31553007098343073706681831786593431193
  %121 = add i128 %120, %37
  br label %122
122:                                              ; preds = %63, %58
  %123 = phi i128 [ %114, %63 ], [ %61, %58 ]
  %124 = phi i128 [ %121, %63 ], [ %60, %58 ]
  %125 = icmp ult i64 %59, 24
  br i1 %125, label %149, label %126
126:                                              ; preds = %122
  %127 = add nuw i64 %59, 40
  %128 = lshr exact i64 %127, 3
  %129 = and i64 %128, 7
  %130 = getelementptr inbounds %struct.States, ptr %4, i64 0, i32 1, i64 %129
  %131 = load <8 x i64>, ptr %130, align 8
  %132 = getelementptr inbounds [8 x <8 x i64>], ptr %4, i64 0, i64 %129
  %133 = load <8 x i64>, ptr %132, align 8
  %134 = xor <8 x i64> %133, %131
  %135 = lshr <8 x i64> %131, <i64 58, i64 58, i64 58, i64 58, i64 58, i64 58, i64 58, i64 58>
  %136 = tail call <8 x i64> @llvm.fshr.v8i64(<8 x i64> %134, <8 x i64> %134, <8 x i64> %135)
  %137 = load double, ptr %49, align 8
  %138 = insertelement <8 x double> poison, double %137, i64 0
  %139 = shufflevector <8 x double> %138, <8 x double> poison, <8 x i32> zeroinitializer
  %140 = load double, ptr %50, align 8
  %141 = insertelement <8 x double> poison, double %140, i64 0
  %142 = shufflevector <8 x double> %141, <8 x double> poison, <8 x i32> zeroinitializer
  %143 = lshr <8 x i64> %136, <i64 11, i64 11, i64 11, i64 11, i64 11, i64 11, i64 11, i64 11>
  %144 = uitofp <8 x i64> %143 to <8 x double>
  %145 = fmul <8 x double> %144, <double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000>
  %146 = fmul <8 x double> %142, %145
  %147 = fadd <8 x double> %139, %146
  %148 = getelementptr double, ptr %43, i64 %59
  store <8 x double> %147, ptr %148, align 8
  br label %149
149:                                              ; preds = %122, %126
  %150 = add nuw nsw i64 %59, 8
  %151 = icmp slt i64 %59, %51
  br i1 %151, label %58, label %52
152:                                              ; preds = %153, %52
  call void @llvm.lifetime.end.p0(i64 1024, ptr nonnull %4)
  ret void
153:                                              ; preds = %55, %153
  %154 = phi i64 [ %42, %55 ], [ %175, %153 ]
  %155 = phi i128 [ %53, %55 ], [ %174, %153 ]
  %156 = load double, ptr %56, align 8
  %157 = load double, ptr %57, align 8
  %158 = lshr i128 %155, 64
  %159 = xor i128 %158, %155
  %160 = trunc i128 %159 to i64
  %161 = lshr i128 %155, 122
  %162 = trunc i128 %161 to i64
  %163 = tail call noundef i64 @llvm.fshr.i64(i64 %160, i64 %160, i64 %162)
  %164 = lshr i64 %163, 11
  %165 = uitofp i64 %164 to double
  %166 = fmul double %165, 0x3CA0000000000000
  %167 = fmul double %166, %157
  %168 = fadd double %156, %167
  %169 = getelementptr inbounds double, ptr %40, i64 %154
  store double %168, ptr %169, align 8
  %170 = mul i128 %155, 47026247687942121848144207491837523525
  %171 = load ptr, ptr %0, align 8
  %172 = getelementptr inbounds %struct.Pcg, ptr %171, i64 0, i32 1
  %173 = load i128, ptr %172, align 8
  %174 = add i128 %173, %170
  %175 = add nsw i64 %154, 1
  %176 = icmp eq i64 %175, %2
  br i1 %176, label %152, label %153
}
define void @draw_normal(ptr noundef %0, ptr noundef %1, i64 noundef %2, double noundef %3, double noundef %4, ptr noundef %5, ptr noundef %6, ptr noundef %7) local_unnamed_addr {
  %9 = alloca %struct.Drawing, align 8
  call void @llvm.lifetime.start.p0(i64 80, ptr nonnull %9)
  store ptr %0, ptr %9, align 8
  %10 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 1
  store ptr %1, ptr %10, align 8
  %11 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 2
  store i64 %2, ptr %11, align 8
  %12 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 3
  store double %3, ptr %12, align 8
  %13 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 4
  store double %4, ptr %13, align 8
  %14 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 5
  store ptr %5, ptr %14, align 8
  %15 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 6
  store ptr %7, ptr %15, align 8
  %16 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 7
  store i64 0, ptr %16, align 8
  %17 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 8
  store i64 0, ptr %17, align 8
  %18 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 9
  store i64 0, ptr %18, align 8
  tail call fastcc void @draw(ptr noundef nonnull byval(%struct.Drawing) align 8 %9, ptr noundef nonnull @normal_chunks, ptr noundef nonnull @fill_normal, i64 noundef 1022, ptr noundef %6)
  call void @llvm.lifetime.end.p0(i64 80, ptr nonnull %9)
  ret void
}
define internal fastcc void @draw(ptr noundef byval(%struct.Drawing) align 8 %0, ptr noundef %1, ptr nocapture noundef readonly %2, i64 noundef %3, ptr noundef readonly %4) unnamed_addr {
  %6 = alloca [8 x i64], align 16
  %7 = alloca [1 x ptr], align 8
  %8 = alloca %struct.Step, align 8
  %9 = alloca %struct.Chunk, align 16
  %10 = ptrtoint ptr %9 to i64
  %11 = icmp ne ptr %4, null
  %12 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 2
  %13 = load i64, ptr %12, align 8
  %14 = icmp sgt i64 %13, 16383
  %15 = select i1 %11, i1 %14, i1 false
  br i1 %15, label %16, label %28
16:                                               ; preds = %5
  %17 = add nsw i64 %3, -1000
  %18 = mul nsw i64 %13, %17
  %19 = sdiv i64 %18, 1000
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %6)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(64) %6, i8 0, i64 64, i1 false)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7)
  store ptr %6, ptr %7, align 8
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %8)
  store ptr %1, ptr %8, align 8
  %20 = getelementptr inbounds %struct.Step, ptr %8, i64 0, i32 1
  store i64 0, ptr %20, align 8
  %21 = getelementptr inbounds %struct.Step, ptr %8, i64 0, i32 2
  %22 = add nuw i64 %13, 2047
  %23 = add i64 %22, %19
  %24 = sdiv i64 %23, 2048
  store i64 %24, ptr %21, align 8
  %25 = getelementptr inbounds %struct.Step, ptr %8, i64 0, i32 3
  store i64 1, ptr %25, align 8
  %26 = call i64 %4(ptr noundef nonnull %7, ptr noundef nonnull %0, ptr noundef nonnull %8, i64 noundef 1)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %8)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %6)
  %27 = load i64, ptr %12, align 8
  br label %28
28:                                               ; preds = %16, %5
  %29 = phi i64 [ %27, %16 ], [ %13, %5 ]
  %30 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 8
  %31 = load i64, ptr %30, align 8
  %32 = icmp slt i64 %31, %29
  %33 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 9
  br i1 %32, label %36, label %34
34:                                               ; preds = %28
  %35 = load i64, ptr %33, align 8
  br label %239
36:                                               ; preds = %28
  %37 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 1
  %38 = getelementptr inbounds %struct.Chunk, ptr %9, i64 0, i32 1
  %39 = getelementptr inbounds %struct.Chunk, ptr %9, i64 0, i32 2
  %40 = load i64, ptr %33, align 8
  br label %41
41:                                               ; preds = %36, %230
  %42 = phi i64 [ %40, %36 ], [ %236, %230 ]
  %43 = phi i64 [ %29, %36 ], [ %237, %230 ]
  %44 = phi i64 [ %31, %36 ], [ %234, %230 ]
  call void @llvm.lifetime.start.p0(i64 49520, ptr nonnull %9)
  %45 = sub i64 %43, %44
  %46 = sdiv i64 %45, 32
  %47 = add i64 %45, 8
  %48 = add i64 %47, %46
  %49 = sdiv i64 %48, 8
  %50 = shl nsw i64 %49, 3
  %51 = call i64 @llvm.smin.i64(i64 %50, i64 2048)
  call void %2(ptr noundef nonnull %9, ptr noundef nonnull %0, i64 noundef %42, i64 noundef %51)
  %52 = load ptr, ptr %37, align 8
  %53 = load i64, ptr %30, align 8
  %54 = getelementptr inbounds double, ptr %52, i64 %53
  %55 = icmp sgt i64 %45, 0
  br i1 %55, label %56, label %230
56:                                               ; preds = %41
  %57 = ptrtoint ptr %52 to i64
  %58 = icmp eq ptr %52, null
  %59 = sub i64 %57, %10
  %60 = add i64 %59, -16
  %61 = shl i64 %53, 3
  %62 = add i64 %60, %61
  br label %63
63:                                               ; preds = %221, %56
  %64 = phi i64 [ 0, %56 ], [ %223, %221 ]
  %65 = phi i64 [ 0, %56 ], [ %224, %221 ]
  %66 = phi i64 [ 0, %56 ], [ %222, %221 ]
  %67 = load i64, ptr %9, align 16
  %68 = icmp slt i64 %66, %67
  br i1 %68, label %69, label %226
69:                                               ; preds = %63
  %70 = load i64, ptr %38, align 8
  %71 = icmp slt i64 %65, %70
  br i1 %71, label %72, label %80
72:                                               ; preds = %69
  %73 = getelementptr inbounds %struct.Chunk, ptr %9, i64 0, i32 3, i64 %65
  %74 = load i32, ptr %73, align 4
  %75 = zext i32 %74 to i64
  %76 = icmp sgt i64 %66, %75
  br i1 %76, label %221, label %77
77:                                               ; preds = %72
  %78 = add i32 %74, 1
  %79 = zext i32 %78 to i64
  br label %80
80:                                               ; preds = %77, %69
  %81 = phi i64 [ %79, %77 ], [ %67, %69 ]
  %82 = sub i64 %81, %66
  %83 = sub i64 %45, %64
  %84 = icmp sgt i64 %82, %83
  %85 = call i64 @llvm.smin.i64(i64 %82, i64 %83)
  br i1 %58, label %207, label %86
86:                                               ; preds = %80
  %87 = getelementptr inbounds double, ptr %54, i64 %64
  %88 = getelementptr inbounds double, ptr %39, i64 %66
  %89 = add nsw i64 %85, 32
  %90 = icmp sgt i64 %89, %83
  %91 = icmp sgt i64 %85, 0
  br i1 %90, label %100, label %92
92:                                               ; preds = %86
  br i1 %91, label %93, label %207
93:                                               ; preds = %92
  %94 = add nsw i64 %85, -1
  %95 = icmp ult i64 %85, 33
  br i1 %95, label %190, label %96
96:                                               ; preds = %93
  %97 = lshr i64 %94, 5
  %98 = add nuw nsw i64 %97, 1
  %99 = and i64 %98, 1152921504606846974
  br label %140
100:                                              ; preds = %86
  br i1 %91, label %101, label %207
101:                                              ; preds = %100
  %102 = icmp ult i64 %85, 6
  br i1 %102, label %123, label %103
103:                                              ; preds = %101
  %104 = shl i64 %64, 3
  %105 = add i64 %62, %104
  %106 = shl i64 %66, 3
  %107 = sub i64 %105, %106
  %108 = icmp ult i64 %107, 32
  br i1 %108, label %123, label %109
109:                                              ; preds = %103
  %110 = and i64 %85, 9223372036854775804
  br label %111
111:                                              ; preds = %111, %109
  %112 = phi i64 [ 0, %109 ], [ %119, %111 ]
  %113 = getelementptr inbounds double, ptr %88, i64 %112
  %114 = getelementptr inbounds double, ptr %113, i64 2
  %115 = load <2 x double>, ptr %113, align 8
  %116 = load <2 x double>, ptr %114, align 8
  %117 = getelementptr inbounds double, ptr %87, i64 %112
  %118 = getelementptr inbounds double, ptr %117, i64 2
  store <2 x double> %115, ptr %117, align 8
  store <2 x double> %116, ptr %118, align 8
  %119 = add nuw i64 %112, 4
  %120 = icmp eq i64 %119, %110
  br i1 %120, label %121, label %111
121:                                              ; preds = %111
  %122 = icmp eq i64 %85, %110
  br i1 %122, label %207, label %123
123:                                              ; preds = %103, %101, %121
  %124 = phi i64 [ 0, %103 ], [ 0, %101 ], [ %110, %121 ]
  %125 = and i64 %85, 3
  %126 = icmp eq i64 %125, 0
  br i1 %126, label %136, label %127
127:                                              ; preds = %123, %127
  %128 = phi i64 [ %133, %127 ], [ %124, %123 ]
  %129 = phi i64 [ %134, %127 ], [ 0, %123 ]
  %130 = getelementptr inbounds double, ptr %88, i64 %128
  %131 = load double, ptr %130, align 8
  %132 = getelementptr inbounds double, ptr %87, i64 %128
  store double %131, ptr %132, align 8
  %133 = add nuw nsw i64 %128, 1
  %134 = add i64 %129, 1
  %135 = icmp eq i64 %134, %125
  br i1 %135, label %136, label %127
136:                                              ; preds = %127, %123
  %137 = phi i64 [ %124, %123 ], [ %133, %127 ]
  %138 = sub nsw i64 %124, %85
  %139 = icmp ugt i64 %138, -4
  br i1 %139, label %207, label %171
140:                                              ; preds = %140, %96
  %141 = phi i64 [ 0, %96 ], [ %168, %140 ]
  %142 = phi i64 [ 0, %96 ], [ %169, %140 ]
  %143 = getelementptr inbounds double, ptr %88, i64 %141
  %144 = getelementptr inbounds double, ptr %87, i64 %141
  %145 = load <8 x i64>, ptr %143, align 8
  store <8 x i64> %145, ptr %144, align 8
  %146 = getelementptr inbounds double, ptr %143, i64 8
  %147 = load <8 x i64>, ptr %146, align 8
  %148 = getelementptr inbounds double, ptr %144, i64 8
  store <8 x i64> %147, ptr %148, align 8
  %149 = getelementptr inbounds double, ptr %143, i64 16
  %150 = load <8 x i64>, ptr %149, align 8
  %151 = getelementptr inbounds double, ptr %144, i64 16
  store <8 x i64> %150, ptr %151, align 8
  %152 = getelementptr inbounds double, ptr %143, i64 24
  %153 = load <8 x i64>, ptr %152, align 8
  %154 = getelementptr inbounds double, ptr %144, i64 24
  store <8 x i64> %153, ptr %154, align 8
  %155 = or disjoint i64 %141, 32
  %156 = getelementptr inbounds double, ptr %88, i64 %155
  %157 = getelementptr inbounds double, ptr %87, i64 %155
  %158 = load <8 x i64>, ptr %156, align 8
  store <8 x i64> %158, ptr %157, align 8
  %159 = getelementptr inbounds double, ptr %156, i64 8
  %160 = load <8 x i64>, ptr %159, align 8
  %161 = getelementptr inbounds double, ptr %157, i64 8
  store <8 x i64> %160, ptr %161, align 8
  %162 = getelementptr inbounds double, ptr %156, i64 16
  %163 = load <8 x i64>, ptr %162, align 8
  %164 = getelementptr inbounds double, ptr %157, i64 16
  store <8 x i64> %163, ptr %164, align 8
  %165 = getelementptr inbounds double, ptr %156, i64 24
  %166 = load <8 x i64>, ptr %165, align 8
  %167 = getelementptr inbounds double, ptr %157, i64 24
  store <8 x i64> %166, ptr %167, align 8
  %168 = add nuw nsw i64 %141, 64
  %169 = add i64 %142, 2
  %170 = icmp eq i64 %169, %99
  br i1 %170, label %190, label %140
171:                                              ; preds = %136, %171
  %172 = phi i64 [ %188, %171 ], [ %137, %136 ]
  %173 = getelementptr inbounds double, ptr %88, i64 %172
  %174 = load double, ptr %173, align 8
  %175 = getelementptr inbounds double, ptr %87, i64 %172
  store double %174, ptr %175, align 8
  %176 = add nuw nsw i64 %172, 1
  %177 = getelementptr inbounds double, ptr %88, i64 %176
  %178 = load double, ptr %177, align 8
  %179 = getelementptr inbounds double, ptr %87, i64 %176
  store double %178, ptr %179, align 8
  %180 = add nuw nsw i64 %172, 2
  %181 = getelementptr inbounds double, ptr %88, i64 %180
  %182 = load double, ptr %181, align 8
  %183 = getelementptr inbounds double, ptr %87, i64 %180
  store double %182, ptr %183, align 8
  %184 = add nuw nsw i64 %172, 3
  %185 = getelementptr inbounds double, ptr %88, i64 %184
  %186 = load double, ptr %185, align 8
  %187 = getelementptr inbounds double, ptr %87, i64 %184
  store double %186, ptr %187, align 8
  %188 = add nuw nsw i64 %172, 4
  %189 = icmp eq i64 %188, %85
  br i1 %189, label %207, label %171
190:                                              ; preds = %140, %93
  %191 = phi i64 [ 0, %93 ], [ %168, %140 ]
  %192 = and i64 %94, 32
  %193 = icmp eq i64 %192, 0
  br i1 %193, label %194, label %207
194:                                              ; preds = %190
  %195 = getelementptr inbounds double, ptr %88, i64 %191
  %196 = getelementptr inbounds double, ptr %87, i64 %191
  %197 = load <8 x i64>, ptr %195, align 8
  store <8 x i64> %197, ptr %196, align 8
  %198 = getelementptr inbounds double, ptr %195, i64 8
  %199 = load <8 x i64>, ptr %198, align 8
  %200 = getelementptr inbounds double, ptr %196, i64 8
  store <8 x i64> %199, ptr %200, align 8
  %201 = getelementptr inbounds double, ptr %195, i64 16
  %202 = load <8 x i64>, ptr %201, align 8
  %203 = getelementptr inbounds double, ptr %196, i64 16
  store <8 x i64> %202, ptr %203, align 8
  %204 = getelementptr inbounds double, ptr %195, i64 24
  %205 = load <8 x i64>, ptr %204, align 8
  %206 = getelementptr inbounds double, ptr %196, i64 24
  store <8 x i64> %205, ptr %206, align 8
  br label %207
207:                                              ; preds = %194, %190, %136, %171, %121, %100, %92, %80
  %208 = add nsw i64 %85, %64
  %209 = load i64, ptr %38, align 8
  %210 = icmp sge i64 %65, %209
  %211 = or i1 %84, %210
  br i1 %211, label %216, label %212
212:                                              ; preds = %207
  %213 = getelementptr inbounds %struct.Chunk, ptr %9, i64 0, i32 4, i64 %65
  %214 = load i32, ptr %213, align 4
  %215 = add i32 %214, -1
  br label %216
216:                                              ; preds = %212, %207
  %217 = phi i32 [ %215, %212 ], [ 0, %207 ]
  %218 = zext i32 %217 to i64
  %219 = add i64 %85, %66
  %220 = add i64 %219, %218
  br label %221
221:                                              ; preds = %216, %72
  %222 = phi i64 [ %66, %72 ], [ %220, %216 ]
  %223 = phi i64 [ %64, %72 ], [ %208, %216 ]
  %224 = add nuw nsw i64 %65, 1
  %225 = icmp slt i64 %223, %45
  br i1 %225, label %63, label %226
226:                                              ; preds = %221, %63
  %227 = phi i64 [ %222, %221 ], [ %66, %63 ]
  %228 = phi i64 [ %223, %221 ], [ %64, %63 ]
  %229 = load i64, ptr %30, align 8
  br label %230
230:                                              ; preds = %226, %41
  %231 = phi i64 [ %53, %41 ], [ %229, %226 ]
  %232 = phi i64 [ 0, %41 ], [ %227, %226 ]
  %233 = phi i64 [ 0, %41 ], [ %228, %226 ]
  %234 = add nsw i64 %231, %233
  store i64 %234, ptr %30, align 8
  %235 = load i64, ptr %33, align 8
  %236 = add nsw i64 %235, %232
  store i64 %236, ptr %33, align 8
  call void @llvm.lifetime.end.p0(i64 49520, ptr nonnull %9)
  %237 = load i64, ptr %12, align 8
  %238 = icmp slt i64 %234, %237
  br i1 %238, label %41, label %239
239:                                              ; preds = %230, %34
  %240 = phi i64 [ %35, %34 ], [ %236, %230 ]
  %241 = load ptr, ptr %0, align 8
  %242 = icmp eq i64 %240, 0
  br i1 %242, label %266, label %243
243:                                              ; preds = %239
  %244 = getelementptr inbounds %struct.Pcg, ptr %241, i64 0, i32 1
  %245 = load i128, ptr %244, align 8
  br label %246
246:                                              ; preds = %258, %243
  %247 = phi i128 [ %262, %258 ], [ %245, %243 ]
  %248 = phi i128 [ %263, %258 ], [ 47026247687942121848144207491837523525, %243 ]
  %249 = phi i128 [ %260, %258 ], [ 0, %243 ]
  %250 = phi i128 [ %259, %258 ], [ 1, %243 ]
  %251 = phi i64 [ %264, %258 ], [ %240, %243 ]
  %252 = and i64 %251, 1
  %253 = icmp eq i64 %252, 0
  br i1 %253, label %258, label %254
254:                                              ; preds = %246
  %255 = mul i128 %250, %248
  %256 = mul i128 %249, %248
  %257 = add i128 %256, %247
  br label %258
258:                                              ; preds = %254, %246
  %259 = phi i128 [ %255, %254 ], [ %250, %246 ]
  %260 = phi i128 [ %257, %254 ], [ %249, %246 ]
  %261 = add i128 %248, 1
  %262 = mul i128 %261, %247
  %263 = mul i128 %248, %248
  %264 = ashr i64 %251, 1
  %265 = icmp ult i64 %251, 2
  br i1 %265, label %266, label %246
266:                                              ; preds = %258, %239
  %267 = phi i128 [ 1, %239 ], [ %259, %258 ]
  %268 = phi i128 [ 0, %239 ], [ %260, %258 ]
  %269 = load i128, ptr %241, align 8
  %270 = mul i128 %269, %267
  %271 = add i128 %270, %268
  store i128 %271, ptr %241, align 8
  ret void
}
define internal void @normal_chunks(ptr nocapture readnone %0, ptr noundef %1, i64 noundef %2, i64 noundef %3) {
  %5 = icmp slt i64 %2, %3
  br i1 %5, label %7, label %6
6:                                                ; preds = %7, %4
  ret void
7:                                                ; preds = %4, %7
  %8 = phi i64 [ %9, %7 ], [ %2, %4 ]
  tail call fastcc void @draw_chunk(ptr noundef %1, i64 noundef %8, ptr noundef nonnull @fill_normal)
  %9 = add i64 %8, 1
  %10 = icmp eq i64 %9, %3
  br i1 %10, label %6, label %7
}
define internal void @fill_normal(ptr noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3) {
  %5 = alloca %struct.States, align 8
  %6 = alloca [8 x <8 x i64>], align 16
  %7 = load ptr, ptr %1, align 8
  %8 = icmp eq i64 %2, 0
  %9 = getelementptr inbounds %struct.Pcg, ptr %7, i64 0, i32 1
  %10 = load i128, ptr %9, align 8
  br i1 %8, label %31, label %11
11:                                               ; preds = %4, %23
  %12 = phi i128 [ %27, %23 ], [ %10, %4 ]
  %13 = phi i128 [ %28, %23 ], [ 47026247687942121848144207491837523525, %4 ]
  %14 = phi i128 [ %25, %23 ], [ 0, %4 ]
  %15 = phi i128 [ %24, %23 ], [ 1, %4 ]
  %16 = phi i64 [ %29, %23 ], [ %2, %4 ]
  %17 = and i64 %16, 1
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %23, label %19
19:                                               ; preds = %11
  %20 = mul i128 %15, %13
  %21 = mul i128 %14, %13
  %22 = add i128 %21, %12
  br label %23
23:                                               ; preds = %19, %11
  %24 = phi i128 [ %20, %19 ], [ %15, %11 ]
  %25 = phi i128 [ %22, %19 ], [ %14, %11 ]
  %26 = add i128 %13, 1
  %27 = mul i128 %26, %12
  %28 = mul i128 %13, %13
  %29 = ashr i64 %16, 1
  %30 = icmp ult i64 %16, 2
  br i1 %30, label %31, label %11
31:                                               ; preds = %23, %4
  %32 = phi i128 [ 1, %4 ], [ %24, %23 ]
  %33 = phi i128 [ 0, %4 ], [ %25, %23 ]
  %34 = load i128, ptr %7, align 8
  %35 = mul i128 %34, %32
  %36 = add i128 %35, %33
  %37 = mul i128 %36, 47026247687942121848144207491837523525
  %38 = add i128 %37, %10
  %39 = mul i128 %10, 47026247687942121848144207491837523526
  %40 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5
  call void @llvm.lifetime.start.p0(i64 1024, ptr nonnull %5)
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %6)
  %41 = icmp sgt i64 %3, -48
  br i1 %41, label %42, label %54
42:                                               ; preds = %31
  %43 = mul i128 %38, 47026247687942121848144207491837523525
  %44 = add i128 %43, %10
  %45 = getelementptr inbounds %struct.States, ptr %5, i64 0, i32 1
  %46 = add nsw i64 %3, 24
  %47 = getelementptr %struct.Chunk, ptr %0, i64 0, i32 4, i64 2024
  %48 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 9
  %49 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 2
  %50 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 5
  %51 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 3
  %52 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 4
  %53 = add nsw i64 %3, 40
  br label %73
54:                                               ; preds = %255, %31
  %55 = phi i128 [ %38, %31 ], [ %139, %255 ]
  %56 = phi i64 [ 0, %31 ], [ %256, %255 ]
  store ptr %40, ptr %40, align 16
  %57 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 4
  store ptr @next_word, ptr %57, align 16
  %58 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 1
  store ptr @next_word, ptr %58, align 8
  %59 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 2
  store ptr @next_half, ptr %59, align 16
  %60 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 3
  store ptr @next_double, ptr %60, align 8
  %61 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 6
  store i64 %3, ptr %61, align 16
  %62 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 7
  store i128 %55, ptr %62, align 16
  %63 = load ptr, ptr %1, align 8
  %64 = getelementptr inbounds %struct.Pcg, ptr %63, i64 0, i32 1
  %65 = load i128, ptr %64, align 8
  %66 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 8
  store i128 %65, ptr %66, align 16
  %67 = icmp sgt i64 %56, 0
  br i1 %67, label %68, label %278
68:                                               ; preds = %54
  %69 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 5
  %70 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 3
  %71 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 4
  %72 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 5
  br label %259
73:                                               ; preds = %42, %255
  %74 = phi i64 [ 0, %42 ], [ %256, %255 ]
  %75 = phi i64 [ 0, %42 ], [ %257, %255 ]
  %76 = phi i128 [ %44, %42 ], [ %140, %255 ]
  %77 = phi i128 [ %38, %42 ], [ %139, %255 ]
  %78 = icmp slt i64 %75, %3
  br i1 %78, label %79, label %138
79:                                               ; preds = %73
  %80 = lshr exact i64 %75, 3
  %81 = and i64 %80, 7
  %82 = getelementptr inbounds <8 x i64>, ptr %5, i64 %81
  %83 = getelementptr inbounds <8 x i64>, ptr %45, i64 %81
  %84 = trunc i128 %77 to i64
  store i64 %84, ptr %82, align 8
  %85 = lshr i128 %77, 64
  %86 = trunc i128 %85 to i64
  store i64 %86, ptr %83, align 8
  %87 = mul i128 %77, 31553007098343073706681831786593431193
  %88 = add i128 %87, %39
  %89 = trunc i128 %76 to i64
  %90 = getelementptr inbounds i64, ptr %82, i64 1
  store i64 %89, ptr %90, align 8
  %91 = lshr i128 %76, 64
  %92 = trunc i128 %91 to i64
  %93 = getelementptr inbounds i64, ptr %83, i64 1
  store i64 %92, ptr %93, align 8
  %94 = mul i128 %76, 31553007098343073706681831786593431193
  %95 = add i128 %94, %39
  %96 = trunc i128 %88 to i64
  %97 = getelementptr inbounds i64, ptr %82, i64 2
  store i64 %96, ptr %97, align 8
  %98 = lshr i128 %88, 64
  %99 = trunc i128 %98 to i64
  %100 = getelementptr inbounds i64, ptr %83, i64 2
  store i64 %99, ptr %100, align 8
  %101 = mul i128 %88, 31553007098343073706681831786593431193
  %102 = add i128 %101, %39
  %103 = trunc i128 %95 to i64
  %104 = getelementptr inbounds i64, ptr %82, i64 3
  store i64 %103, ptr %104, align 8
  %105 = lshr i128 %95, 64
  %106 = trunc i128 %105 to i64
  %107 = getelementptr inbounds i64, ptr %83, i64 3
  store i64 %106, ptr %107, align 8
  %108 = mul i128 %95, 31553007098343073706681831786593431193
  %109 = add i128 %108, %39
  %110 = trunc i128 %102 to i64
  %111 = getelementptr inbounds i64, ptr %82, i64 4
  store i64 %110, ptr %111, align 8
  %112 = lshr i128 %102, 64
  %113 = trunc i128 %112 to i64
  %114 = getelementptr inbounds i64, ptr %83, i64 4
  store i64 %113, ptr %114, align 8
  %115 = mul i128 %102, 31553007098343073706681831786593431193
  %116 = add i128 %115, %39
  %117 = trunc i128 %109 to i64
  %118 = getelementptr inbounds i64, ptr %82, i64 5
  store i64 %117, ptr %118, align 8
  %119 = lshr i128 %109, 64
  %120 = trunc i128 %119 to i64
  %121 = getelementptr inbounds i64, ptr %83, i64 5
  store i64 %120, ptr %121, align 8
  %122 = mul i128 %109, 31553007098343073706681831786593431193
  %123 = add i128 %122, %39
  %124 = trunc i128 %116 to i64
  %125 = getelementptr inbounds i64, ptr %82, i64 6
  store i64 %124, ptr %125, align 8
  %126 = lshr i128 %116, 64
  %127 = trunc i128 %126 to i64
  %128 = getelementptr inbounds i64, ptr %83, i64 6
  store i64 %127, ptr %128, align 8
  %129 = mul i128 %116, 31553007098343073706681831786593431193
  %130 = add i128 %129, %39
  %131 = trunc i128 %123 to i64
  %132 = getelementptr inbounds i64, ptr %82, i64 7
  store i64 %131, ptr %132, align 8
  %133 = lshr i128 %123, 64
  %134 = trunc i128 %133 to i64
  %135 = getelementptr inbounds i64, ptr %83, i64 7
  store i64 %134, ptr %135, align 8
  %136 = mul i128 %123, 31553007098343073706681831786593431193
  %137 = add i128 %136, %39
  br label %138
138:                                              ; preds = %79, %73
  %139 = phi i128 [ %130, %79 ], [ %77, %73 ]
  %140 = phi i128 [ %137, %79 ], [ %76, %73 ]
  %141 = icmp ult i64 %75, 24
  br i1 %141, label %255, label %142
142:                                              ; preds = %138
  %143 = icmp slt i64 %75, %46
  br i1 %143, label %144, label %161
144:                                              ; preds = %142
  %145 = add nuw i64 %75, 40
  %146 = lshr exact i64 %145, 3
  %147 = and i64 %146, 7
  %148 = getelementptr inbounds %struct.States, ptr %5, i64 0, i32 1, i64 %147
  %149 = load <8 x i64>, ptr %148, align 8
  %150 = getelementptr inbounds [8 x <8 x i64>], ptr %5, i64 0, i64 %147
  %151 = load <8 x i64>, ptr %150, align 8
  %152 = xor <8 x i64> %151, %149
  %153 = lshr <8 x i64> %149, <i64 58, i64 58, i64 58, i64 58, i64 58, i64 58, i64 58, i64 58>
  %154 = tail call <8 x i64> @llvm.fshr.v8i64(<8 x i64> %152, <8 x i64> %152, <8 x i64> %153)
  %155 = getelementptr i64, ptr %47, i64 %75
  store <8 x i64> %154, ptr %155, align 8
  %156 = shl <8 x i64> %154, <i64 4, i64 4, i64 4, i64 4, i64 4, i64 4, i64 4, i64 4>
  %157 = and <8 x i64> %156, <i64 4080, i64 4080, i64 4080, i64 4080, i64 4080, i64 4080, i64 4080, i64 4080>
  %158 = lshr exact i64 %75, 3
  %159 = and i64 %158, 7
  %160 = getelementptr inbounds [8 x <8 x i64>], ptr %6, i64 0, i64 %159
  store <8 x i64> %157, ptr %160, align 16
  br label %161
161:                                              ; preds = %144, %142
  %162 = icmp ult i64 %75, 48
  br i1 %162, label %255, label %163
163:                                              ; preds = %161
  %164 = add nsw i64 %75, -48
  %165 = getelementptr inbounds i64, ptr %48, i64 %164
  %166 = add nuw i64 %75, 40
  %167 = lshr exact i64 %166, 3
  %168 = and i64 %167, 7
  %169 = getelementptr inbounds <8 x i64>, ptr %6, i64 %168
  %170 = getelementptr inbounds double, ptr %49, i64 %164
  %171 = load ptr, ptr %50, align 8
  %172 = load <8 x i64>, ptr %165, align 8
  %173 = lshr <8 x i64> %172, <i64 9, i64 9, i64 9, i64 9, i64 9, i64 9, i64 9, i64 9>
  %174 = and <8 x i64> %173, <i64 4503599627370495, i64 4503599627370495, i64 4503599627370495, i64 4503599627370495, i64 4503599627370495, i64 4503599627370495, i64 4503599627370495, i64 4503599627370495>
  %175 = getelementptr inbounds %struct.Ziggurat, ptr %171, i64 0, i32 4
  %176 = load i64, ptr %169, align 16
  %177 = getelementptr inbounds i8, ptr %175, i64 %176
  %178 = load <2 x i64>, ptr %177, align 8
  %179 = getelementptr inbounds i64, ptr %169, i64 1
  %180 = load i64, ptr %179, align 8
  %181 = getelementptr inbounds i8, ptr %175, i64 %180
  %182 = load <2 x i64>, ptr %181, align 8
  %183 = getelementptr inbounds i64, ptr %169, i64 2
  %184 = load i64, ptr %183, align 16
  %185 = getelementptr inbounds i8, ptr %175, i64 %184
  %186 = load <2 x i64>, ptr %185, align 8
  %187 = getelementptr inbounds i64, ptr %169, i64 3
  %188 = load i64, ptr %187, align 8
  %189 = getelementptr inbounds i8, ptr %175, i64 %188
  %190 = load <2 x i64>, ptr %189, align 8
  %191 = getelementptr inbounds i64, ptr %169, i64 4
  %192 = load i64, ptr %191, align 16
  %193 = getelementptr inbounds i8, ptr %175, i64 %192
  %194 = load <2 x i64>, ptr %193, align 8
  %195 = getelementptr inbounds i64, ptr %169, i64 5
  %196 = load i64, ptr %195, align 8
  %197 = getelementptr inbounds i8, ptr %175, i64 %196
  %198 = load <2 x i64>, ptr %197, align 8
  %199 = getelementptr inbounds i64, ptr %169, i64 6
  %200 = load i64, ptr %199, align 16
  %201 = getelementptr inbounds i8, ptr %175, i64 %200
  %202 = load <2 x i64>, ptr %201, align 8
  %203 = getelementptr inbounds i64, ptr %169, i64 7
  %204 = load i64, ptr %203, align 8
  %205 = getelementptr inbounds i8, ptr %175, i64 %204
  %206 = load <2 x i64>, ptr %205, align 8
  %207 = shufflevector <2 x i64> %178, <2 x i64> %186, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %208 = shufflevector <2 x i64> %194, <2 x i64> %202, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %209 = shufflevector <4 x i64> %207, <4 x i64> %208, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %210 = shufflevector <2 x i64> %182, <2 x i64> %190, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %211 = shufflevector <2 x i64> %198, <2 x i64> %206, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %212 = shufflevector <4 x i64> %210, <4 x i64> %211, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %213 = shufflevector <8 x i64> %209, <8 x i64> %212, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
  %214 = bitcast <8 x i64> %213 to <8 x double>
  %215 = uitofp <8 x i64> %174 to <8 x double>
  %216 = fmul <8 x double> %215, %214
  %217 = bitcast <8 x double> %216 to <8 x i64>
  %218 = shl <8 x i64> %172, <i64 55, i64 55, i64 55, i64 55, i64 55, i64 55, i64 55, i64 55>
  %219 = and <8 x i64> %218, <i64 -9223372036854775808, i64 -9223372036854775808, i64 -9223372036854775808, i64 -9223372036854775808, i64 -9223372036854775808, i64 -9223372036854775808, i64 -9223372036854775808, i64 -9223372036854775808>
  %220 = xor <8 x i64> %219, %217
  %221 = bitcast <8 x i64> %220 to <8 x double>
  %222 = shufflevector <8 x i64> %209, <8 x i64> %212, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
  %223 = load double, ptr %51, align 8
  %224 = insertelement <8 x double> poison, double %223, i64 0
  %225 = shufflevector <8 x double> %224, <8 x double> poison, <8 x i32> zeroinitializer
  %226 = load double, ptr %52, align 8
  %227 = insertelement <8 x double> poison, double %226, i64 0
  %228 = shufflevector <8 x double> %227, <8 x double> poison, <8 x i32> zeroinitializer
  %229 = fmul <8 x double> %228, %221
  %230 = fadd <8 x double> %225, %229
  store <8 x double> %230, ptr %170, align 8
  %231 = icmp uge <8 x i64> %174, %222
  %232 = bitcast <8 x i1> %231 to i8
  %233 = zext i8 %232 to i32
  %234 = or disjoint i32 %233, 256
  %235 = tail call i32 @llvm.cttz.i32(i32 %234, i1 true)
  %236 = trunc i64 %164 to i32
  %237 = add i32 %235, %236
  %238 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 3, i64 %74
  store i32 %237, ptr %238, align 4
  %239 = icmp ne i8 %232, 0
  %240 = zext i1 %239 to i64
  %241 = add nsw i64 %74, %240
  %242 = add nuw nsw i32 %233, 255
  %243 = and i32 %242, %233
  %244 = icmp eq i32 %243, 0
  br i1 %244, label %255, label %245
245:                                              ; preds = %163, %245
  %246 = phi i32 [ %253, %245 ], [ %243, %163 ]
  %247 = phi i64 [ %250, %245 ], [ %241, %163 ]
  %248 = tail call i32 @llvm.cttz.i32(i32 %246, i1 true)
  %249 = add i32 %248, %236
  %250 = add nsw i64 %247, 1
  %251 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 3, i64 %247
  store i32 %249, ptr %251, align 4
  %252 = add nsw i32 %246, -1
  %253 = and i32 %252, %246
  %254 = icmp eq i32 %253, 0
  br i1 %254, label %255, label %245
255:                                              ; preds = %245, %163, %161, %138
  %256 = phi i64 [ %74, %138 ], [ %74, %161 ], [ %241, %163 ], [ %250, %245 ]
  %257 = add nuw nsw i64 %75, 8
  %258 = icmp slt i64 %75, %53
  br i1 %258, label %73, label %54
259:                                              ; preds = %68, %259
  %260 = phi i64 [ 0, %68 ], [ %276, %259 ]
  %261 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 3, i64 %260
  %262 = load i32, ptr %261, align 4
  %263 = zext i32 %262 to i64
  store i64 %263, ptr %69, align 8
  %264 = load double, ptr %70, align 8
  %265 = load double, ptr %71, align 8
  %266 = load ptr, ptr %72, align 8
  %267 = load ptr, ptr %266, align 8
  %268 = tail call double %267(ptr noundef nonnull %40)
  %269 = fmul double %265, %268
  %270 = fadd double %264, %269
  %271 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 2, i64 %263
  store double %270, ptr %271, align 8
  %272 = load i64, ptr %69, align 8
  %273 = trunc i64 %272 to i32
  %274 = sub i32 %273, %262
  %275 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 4, i64 %260
  store i32 %274, ptr %275, align 4
  %276 = add nuw nsw i64 %260, 1
  %277 = icmp eq i64 %276, %56
  br i1 %277, label %278, label %259
278:                                              ; preds = %259, %54
  store i64 %3, ptr %0, align 16
  %279 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 1
  store i64 %56, ptr %279, align 8
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %6)
  call void @llvm.lifetime.end.p0(i64 1024, ptr nonnull %5)
  ret void
}
define void @draw_exponential(ptr noundef %0, ptr noundef %1, i64 noundef %2, double noundef %3, double noundef %4, ptr noundef %5, ptr noundef %6, ptr noundef %7) local_unnamed_addr {
  %9 = alloca %struct.Drawing, align 8
  call void @llvm.lifetime.start.p0(i64 80, ptr nonnull %9)
  store ptr %0, ptr %9, align 8
  %10 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 1
  store ptr %1, ptr %10, align 8
  %11 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 2
  store i64 %2, ptr %11, align 8
  %12 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 3
  store double %3, ptr %12, align 8
  %13 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 4
  store double %4, ptr %13, align 8
  %14 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 5
  store ptr %5, ptr %14, align 8
  %15 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 6
  store ptr %7, ptr %15, align 8
  %16 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 7
  store i64 0, ptr %16, align 8
  %17 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 8
  store i64 0, ptr %17, align 8
  %18 = getelementptr inbounds %struct.Drawing, ptr %9, i64 0, i32 9
  store i64 0, ptr %18, align 8
  tail call fastcc void @draw(ptr noundef nonnull byval(%struct.Drawing) align 8 %9, ptr noundef nonnull @exponential_chunks, ptr noundef nonnull @fill_exponential, i64 noundef 1034, ptr noundef %6)
  call void @llvm.lifetime.end.p0(i64 80, ptr nonnull %9)
  ret void
}
define internal void @exponential_chunks(ptr nocapture readnone %0, ptr noundef %1, i64 noundef %2, i64 noundef %3) {
  %5 = icmp slt i64 %2, %3
  br i1 %5, label %7, label %6
6:                                                ; preds = %7, %4
  ret void
7:                                                ; preds = %4, %7
  %8 = phi i64 [ %9, %7 ], [ %2, %4 ]
  tail call fastcc void @draw_chunk(ptr noundef %1, i64 noundef %8, ptr noundef nonnull @fill_exponential)
  %9 = add i64 %8, 1
  %10 = icmp eq i64 %9, %3
  br i1 %10, label %6, label %7
}
define internal void @fill_exponential(ptr noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3) {
  %5 = alloca %struct.States, align 8
  %6 = alloca [8 x <8 x i64>], align 16
  %7 = load ptr, ptr %1, align 8
  %8 = icmp eq i64 %2, 0
  %9 = getelementptr inbounds %struct.Pcg, ptr %7, i64 0, i32 1
  %10 = load i128, ptr %9, align 8
  br i1 %8, label %31, label %11
11:                                               ; preds = %4, %23
  %12 = phi i128 [ %27, %23 ], [ %10, %4 ]
  %13 = phi i128 [ %28, %23 ], [ 47026247687942121848144207491837523525, %4 ]
  %14 = phi i128 [ %25, %23 ], [ 0, %4 ]
  %15 = phi i128 [ %24, %23 ], [ 1, %4 ]
  %16 = phi i64 [ %29, %23 ], [ %2, %4 ]
  %17 = and i64 %16, 1
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %23, label %19
19:                                               ; preds = %11
  %20 = mul i128 %15, %13
  %21 = mul i128 %14, %13
  %22 = add i128 %21, %12
  br label %23
23:                                               ; preds = %19, %11
  %24 = phi i128 [ %20, %19 ], [ %15, %11 ]
  %25 = phi i128 [ %22, %19 ], [ %14, %11 ]
  %26 = add i128 %13, 1
  %27 = mul i128 %26, %12
  %28 = mul i128 %13, %13
  %29 = ashr i64 %16, 1
  %30 = icmp ult i64 %16, 2
  br i1 %30, label %31, label %11
31:                                               ; preds = %23, %4
  %32 = phi i128 [ 1, %4 ], [ %24, %23 ]
  %33 = phi i128 [ 0, %4 ], [ %25, %23 ]
  %34 = load i128, ptr %7, align 8
  %35 = mul i128 %34, %32
  %36 = add i128 %35, %33
  %37 = mul i128 %36, 47026247687942121848144207491837523525
  %38 = add i128 %37, %10
  %39 = mul i128 %10, 47026247687942121848144207491837523526
  %40 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5
  call void @llvm.lifetime.start.p0(i64 1024, ptr nonnull %5)
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %6)
  %41 = icmp sgt i64 %3, -48
  br i1 %41, label %42, label %54
42:                                               ; preds = %31
  %43 = mul i128 %38, 47026247687942121848144207491837523525
  %44 = add i128 %43, %10
  %45 = getelementptr inbounds %struct.States, ptr %5, i64 0, i32 1
  %46 = add nsw i64 %3, 24
  %47 = getelementptr %struct.Chunk, ptr %0, i64 0, i32 4, i64 2024
  %48 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 9
  %49 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 2
  %50 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 5
  %51 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 3
  %52 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 4
  %53 = add nsw i64 %3, 40
  br label %73
54:                                               ; preds = %249, %31
  %55 = phi i128 [ %38, %31 ], [ %139, %249 ]
  %56 = phi i64 [ 0, %31 ], [ %250, %249 ]
  store ptr %40, ptr %40, align 16
  %57 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 4
  store ptr @next_word, ptr %57, align 16
  %58 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 1
  store ptr @next_word, ptr %58, align 8
  %59 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 2
  store ptr @next_half, ptr %59, align 16
  %60 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 3
  store ptr @next_double, ptr %60, align 8
  %61 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 6
  store i64 %3, ptr %61, align 16
  %62 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 7
  store i128 %55, ptr %62, align 16
  %63 = load ptr, ptr %1, align 8
  %64 = getelementptr inbounds %struct.Pcg, ptr %63, i64 0, i32 1
  %65 = load i128, ptr %64, align 8
  %66 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 8
  store i128 %65, ptr %66, align 16
  %67 = icmp sgt i64 %56, 0
  br i1 %67, label %68, label %272
68:                                               ; preds = %54
  %69 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 5, i32 5
  %70 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 3
  %71 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 4
  %72 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 5
  br label %253
73:                                               ; preds = %42, %249
  %74 = phi i64 [ 0, %42 ], [ %250, %249 ]
  %75 = phi i64 [ 0, %42 ], [ %251, %249 ]
  %76 = phi i128 [ %44, %42 ], [ %140, %249 ]
  %77 = phi i128 [ %38, %42 ], [ %139, %249 ]
  %78 = icmp slt i64 %75, %3
  br i1 %78, label %79, label %138
79:                                               ; preds = %73
  %80 = lshr exact i64 %75, 3
  %81 = and i64 %80, 7
  %82 = getelementptr inbounds <8 x i64>, ptr %5, i64 %81
  %83 = getelementptr inbounds <8 x i64>, ptr %45, i64 %81
  %84 = trunc i128 %77 to i64
  store i64 %84, ptr %82, align 8
  %85 = lshr i128 %77, 64
  %86 = trunc i128 %85 to i64
  store i64 %86, ptr %83, align 8
  %87 = mul i128 %77, 31553007098343073706681831786593431193
  %88 = add i128 %87, %39
  %89 = trunc i128 %76 to i64
  %90 = getelementptr inbounds i64, ptr %82, i64 1
  store i64 %89, ptr %90, align 8
  %91 = lshr i128 %76, 64
  %92 = trunc i128 %91 to i64
  %93 = getelementptr inbounds i64, ptr %83, i64 1
  store i64 %92, ptr %93, align 8
  %94 = mul i128 %76, 31553007098343073706681831786593431193
  %95 = add i128 %94, %39
  %96 = trunc i128 %88 to i64
  %97 = getelementptr inbounds i64, ptr %82, i64 2
  store i64 %96, ptr %97, align 8
  %98 = lshr i128 %88, 64
  %99 = trunc i128 %98 to i64
  %100 = getelementptr inbounds i64, ptr %83, i64 2
  store i64 %99, ptr %100, align 8
  %101 = mul i128 %88, 31553007098343073706681831786593431193
  %102 = add i128 %101, %39
  %103 = trunc i128 %95 to i64
  %104 = getelementptr inbounds i64, ptr %82, i64 3
  store i64 %103, ptr %104, align 8
  %105 = lshr i128 %95, 64
  %106 = trunc i128 %105 to i64
  %107 = getelementptr inbounds i64, ptr %83, i64 3
  store i64 %106, ptr %107, align 8
  %108 = mul i128 %95, 31553007098343073706681831786593431193
  %109 = add i128 %108, %39
  %110 = trunc i128 %102 to i64
  %111 = getelementptr inbounds i64, ptr %82, i64 4
  store i64 %110, ptr %111, align 8
  %112 = lshr i128 %102, 64
  %113 = trunc i128 %112 to i64
  %114 = getelementptr inbounds i64, ptr %83, i64 4
  store i64 %113, ptr %114, align 8
  %115 = mul i128 %102, 31553007098343073706681831786593431193
  %116 = add i128 %115, %39
  %117 = trunc i128 %109 to i64
  %118 = getelementptr inbounds i64, ptr %82, i64 5
  store i64 %117, ptr %118, align 8
  %119 = lshr i128 %109, 64
  %120 = trunc i128 %119 to i64
  %121 = getelementptr inbounds i64, ptr %83, i64 5
  store i64 %120, ptr %121, align 8
  %122 = mul i128 %109, 31553007098343073706681831786593431193
  %123 = add i128 %122, %39
  %124 = trunc i128 %116 to i64
  %125 = getelementptr inbounds i64, ptr %82, i64 6
  store i64 %124, ptr %125, align 8
  %126 = lshr i128 %116, 64
  %127 = trunc i128 %126 to i64
  %128 = getelementptr inbounds i64, ptr %83, i64 6
  store i64 %127, ptr %128, align 8
  %129 = mul i128 %116, 31553007098343073706681831786593431193
  %130 = add i128 %129, %39
  %131 = trunc i128 %123 to i64
  %132 = getelementptr inbounds i64, ptr %82, i64 7
  store i64 %131, ptr %132, align 8
  %133 = lshr i128 %123, 64
  %134 = trunc i128 %133 to i64
  %135 = getelementptr inbounds i64, ptr %83, i64 7
  store i64 %134, ptr %135, align 8
  %136 = mul i128 %123, 31553007098343073706681831786593431193
  %137 = add i128 %136, %39
  br label %138
138:                                              ; preds = %79, %73
  %139 = phi i128 [ %130, %79 ], [ %77, %73 ]
  %140 = phi i128 [ %137, %79 ], [ %76, %73 ]
  %141 = icmp ult i64 %75, 24
  br i1 %141, label %249, label %142
142:                                              ; preds = %138
  %143 = icmp slt i64 %75, %46
  br i1 %143, label %144, label %161
144:                                              ; preds = %142
  %145 = add nuw i64 %75, 40
  %146 = lshr exact i64 %145, 3
  %147 = and i64 %146, 7
  %148 = getelementptr inbounds %struct.States, ptr %5, i64 0, i32 1, i64 %147
  %149 = load <8 x i64>, ptr %148, align 8
  %150 = getelementptr inbounds [8 x <8 x i64>], ptr %5, i64 0, i64 %147
  %151 = load <8 x i64>, ptr %150, align 8
  %152 = xor <8 x i64> %151, %149
  %153 = lshr <8 x i64> %149, <i64 58, i64 58, i64 58, i64 58, i64 58, i64 58, i64 58, i64 58>
  %154 = tail call <8 x i64> @llvm.fshr.v8i64(<8 x i64> %152, <8 x i64> %152, <8 x i64> %153)
  %155 = getelementptr i64, ptr %47, i64 %75
  store <8 x i64> %154, ptr %155, align 8
  %156 = shl <8 x i64> %154, <i64 1, i64 1, i64 1, i64 1, i64 1, i64 1, i64 1, i64 1>
  %157 = and <8 x i64> %156, <i64 4080, i64 4080, i64 4080, i64 4080, i64 4080, i64 4080, i64 4080, i64 4080>
  %158 = lshr exact i64 %75, 3
  %159 = and i64 %158, 7
  %160 = getelementptr inbounds [8 x <8 x i64>], ptr %6, i64 0, i64 %159
  store <8 x i64> %157, ptr %160, align 16
  br label %161
161:                                              ; preds = %144, %142
  %162 = icmp ult i64 %75, 48
  br i1 %162, label %249, label %163
163:                                              ; preds = %161
  %164 = add nsw i64 %75, -48
  %165 = getelementptr inbounds i64, ptr %48, i64 %164
  %166 = add nuw i64 %75, 40
  %167 = lshr exact i64 %166, 3
  %168 = and i64 %167, 7
  %169 = getelementptr inbounds <8 x i64>, ptr %6, i64 %168
  %170 = getelementptr inbounds double, ptr %49, i64 %164
  %171 = load ptr, ptr %50, align 8
  %172 = load <8 x i64>, ptr %165, align 8
  %173 = lshr <8 x i64> %172, <i64 11, i64 11, i64 11, i64 11, i64 11, i64 11, i64 11, i64 11>
  %174 = getelementptr inbounds %struct.Ziggurat, ptr %171, i64 0, i32 4
  %175 = load i64, ptr %169, align 16
  %176 = getelementptr inbounds i8, ptr %174, i64 %175
  %177 = load <2 x i64>, ptr %176, align 8
  %178 = getelementptr inbounds i64, ptr %169, i64 1
  %179 = load i64, ptr %178, align 8
  %180 = getelementptr inbounds i8, ptr %174, i64 %179
  %181 = load <2 x i64>, ptr %180, align 8
  %182 = getelementptr inbounds i64, ptr %169, i64 2
  %183 = load i64, ptr %182, align 16
  %184 = getelementptr inbounds i8, ptr %174, i64 %183
  %185 = load <2 x i64>, ptr %184, align 8
  %186 = getelementptr inbounds i64, ptr %169, i64 3
  %187 = load i64, ptr %186, align 8
  %188 = getelementptr inbounds i8, ptr %174, i64 %187
  %189 = load <2 x i64>, ptr %188, align 8
  %190 = getelementptr inbounds i64, ptr %169, i64 4
  %191 = load i64, ptr %190, align 16
  %192 = getelementptr inbounds i8, ptr %174, i64 %191
  %193 = load <2 x i64>, ptr %192, align 8
  %194 = getelementptr inbounds i64, ptr %169, i64 5
  %195 = load i64, ptr %194, align 8
  %196 = getelementptr inbounds i8, ptr %174, i64 %195
  %197 = load <2 x i64>, ptr %196, align 8
  %198 = getelementptr inbounds i64, ptr %169, i64 6
  %199 = load i64, ptr %198, align 16
  %200 = getelementptr inbounds i8, ptr %174, i64 %199
  %201 = load <2 x i64>, ptr %200, align 8
  %202 = getelementptr inbounds i64, ptr %169, i64 7
  %203 = load i64, ptr %202, align 8
  %204 = getelementptr inbounds i8, ptr %174, i64 %203
  %205 = load <2 x i64>, ptr %204, align 8
  %206 = shufflevector <2 x i64> %177, <2 x i64> %185, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %207 = shufflevector <2 x i64> %193, <2 x i64> %201, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %208 = shufflevector <4 x i64> %206, <4 x i64> %207, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %209 = shufflevector <2 x i64> %181, <2 x i64> %189, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %210 = shufflevector <2 x i64> %197, <2 x i64> %205, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %211 = shufflevector <4 x i64> %209, <4 x i64> %210, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %212 = shufflevector <8 x i64> %208, <8 x i64> %211, <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
  %213 = bitcast <8 x i64> %212 to <8 x double>
  %214 = uitofp <8 x i64> %173 to <8 x double>
  %215 = fmul <8 x double> %214, %213
  %216 = shufflevector <8 x i64> %208, <8 x i64> %211, <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
  %217 = load double, ptr %51, align 8
  %218 = insertelement <8 x double> poison, double %217, i64 0
  %219 = shufflevector <8 x double> %218, <8 x double> poison, <8 x i32> zeroinitializer
  %220 = load double, ptr %52, align 8
  %221 = insertelement <8 x double> poison, double %220, i64 0
  %222 = shufflevector <8 x double> %221, <8 x double> poison, <8 x i32> zeroinitializer
  %223 = fmul <8 x double> %222, %215
  %224 = fadd <8 x double> %219, %223
  store <8 x double> %224, ptr %170, align 8
  %225 = icmp uge <8 x i64> %173, %216
  %226 = bitcast <8 x i1> %225 to i8
  %227 = zext i8 %226 to i32
  %228 = or disjoint i32 %227, 256
  %229 = tail call i32 @llvm.cttz.i32(i32 %228, i1 true)
  %230 = trunc i64 %164 to i32
  %231 = add i32 %229, %230
  %232 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 3, i64 %74
  store i32 %231, ptr %232, align 4
  %233 = icmp ne i8 %226, 0
  %234 = zext i1 %233 to i64
  %235 = add nsw i64 %74, %234
  %236 = add nuw nsw i32 %227, 255
  %237 = and i32 %236, %227
  %238 = icmp eq i32 %237, 0
  br i1 %238, label %249, label %239
239:                                              ; preds = %163, %239
  %240 = phi i32 [ %247, %239 ], [ %237, %163 ]
  %241 = phi i64 [ %244, %239 ], [ %235, %163 ]
  %242 = tail call i32 @llvm.cttz.i32(i32 %240, i1 true)
  %243 = add i32 %242, %230
  %244 = add nsw i64 %241, 1
  %245 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 3, i64 %241
  store i32 %243, ptr %245, align 4
  %246 = add nsw i32 %240, -1
  %247 = and i32 %246, %240
  %248 = icmp eq i32 %247, 0
  br i1 %248, label %249, label %239
249:                                              ; preds = %239, %163, %161, %138
  %250 = phi i64 [ %74, %138 ], [ %74, %161 ], [ %235, %163 ], [ %244, %239 ]
  %251 = add nuw nsw i64 %75, 8
  %252 = icmp slt i64 %75, %53
  br i1 %252, label %73, label %54
253:                                              ; preds = %68, %253
  %254 = phi i64 [ 0, %68 ], [ %270, %253 ]
  %255 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 3, i64 %254
  %256 = load i32, ptr %255, align 4
  %257 = zext i32 %256 to i64
  store i64 %257, ptr %69, align 8
  %258 = load double, ptr %70, align 8
  %259 = load double, ptr %71, align 8
  %260 = load ptr, ptr %72, align 8
  %261 = load ptr, ptr %260, align 8
  %262 = tail call double %261(ptr noundef nonnull %40)
  %263 = fmul double %259, %262
  %264 = fadd double %258, %263
  %265 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 2, i64 %257
  store double %264, ptr %265, align 8
  %266 = load i64, ptr %69, align 8
  %267 = trunc i64 %266 to i32
  %268 = sub i32 %267, %256
  %269 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 4, i64 %254
  store i32 %268, ptr %269, align 4
  %270 = add nuw nsw i64 %254, 1
  %271 = icmp eq i64 %270, %56
  br i1 %271, label %272, label %253
272:                                              ; preds = %253, %54
  store i64 %3, ptr %0, align 16
  %273 = getelementptr inbounds %struct.Chunk, ptr %0, i64 0, i32 1
  store i64 %56, ptr %273, align 8
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %6)
  call void @llvm.lifetime.end.p0(i64 1024, ptr nonnull %5)
  ret void
}
define internal i64 @next_word(ptr nocapture noundef %0) {
  %2 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 5
  %3 = load i64, ptr %2, align 8
  %4 = add nsw i64 %3, 1
  store i64 %4, ptr %2, align 8
  %5 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 6
  %6 = load i64, ptr %5, align 16
  %7 = icmp slt i64 %3, %6
  br i1 %7, label %8, label %11
8:                                                ; preds = %1
  %9 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 9, i64 %3
  %10 = load i64, ptr %9, align 8
  br label %57
11:                                               ; preds = %1
  %12 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 7
  %13 = load i128, ptr %12, align 16
  %14 = icmp sgt i64 %3, %6
  br i1 %14, label %15, label %49
15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 8
  %17 = load i128, ptr %16, align 16
  %18 = sub i64 %3, %6
  %19 = and i64 %18, 3
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %30, label %21
21:                                               ; preds = %15, %21
  %22 = phi i64 [ %27, %21 ], [ %3, %15 ]
  %23 = phi i128 [ %26, %21 ], [ %13, %15 ]
  %24 = phi i64 [ %28, %21 ], [ 0, %15 ]
  %25 = mul i128 %23, 47026247687942121848144207491837523525
  %26 = add i128 %17, %25
  %27 = add nsw i64 %22, -1
  %28 = add i64 %24, 1
  %29 = icmp eq i64 %28, %19
  br i1 %29, label %30, label %21
30:                                               ; preds = %21, %15
  %31 = phi i64 [ %3, %15 ], [ %27, %21 ]
  %32 = phi i128 [ %13, %15 ], [ %26, %21 ]
  %33 = phi i128 [ undef, %15 ], [ %26, %21 ]
  %34 = sub i64 %6, %3
  %35 = icmp ugt i64 %34, -4
  br i1 %35, label %49, label %36
36:                                               ; preds = %30, %36
  %37 = phi i64 [ %47, %36 ], [ %31, %30 ]
  %38 = phi i128 [ %46, %36 ], [ %32, %30 ]
  %39 = mul i128 %38, 47026247687942121848144207491837523525
  %40 = add i128 %17, %39
  %41 = mul i128 %40, 47026247687942121848144207491837523525
  %42 = add i128 %17, %41
  %43 = mul i128 %42, 47026247687942121848144207491837523525
  %44 = add i128 %17, %43
  %45 = mul i128 %44, 47026247687942121848144207491837523525
  %46 = add i128 %17, %45
  %47 = add nsw i64 %37, -4
  %48 = icmp sgt i64 %47, %6
  br i1 %48, label %36, label %49
49:                                               ; preds = %30, %36, %11
  %50 = phi i128 [ %13, %11 ], [ %33, %30 ], [ %46, %36 ]
  %51 = lshr i128 %50, 64
  %52 = xor i128 %51, %50
  %53 = trunc i128 %52 to i64
  %54 = lshr i128 %50, 122
  %55 = trunc i128 %54 to i64
  %56 = tail call noundef i64 @llvm.fshr.i64(i64 %53, i64 %53, i64 %55)
  br label %57
57:                                               ; preds = %49, %8
  %58 = phi i64 [ %10, %8 ], [ %56, %49 ]
  ret i64 %58
}
define internal i32 @next_half(ptr nocapture noundef %0) {
  %2 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 5
  %3 = load i64, ptr %2, align 8
  %4 = add nsw i64 %3, 1
  store i64 %4, ptr %2, align 8
  %5 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 6
  %6 = load i64, ptr %5, align 16
  %7 = icmp slt i64 %3, %6
  br i1 %7, label %8, label %11
8:                                                ; preds = %1
  %9 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 9, i64 %3
  %10 = load i64, ptr %9, align 8
  br label %57
11:                                               ; preds = %1
  %12 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 7
  %13 = load i128, ptr %12, align 16
  %14 = icmp sgt i64 %3, %6
  br i1 %14, label %15, label %49
15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 8
  %17 = load i128, ptr %16, align 16
  %18 = sub i64 %3, %6
  %19 = and i64 %18, 3
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %30, label %21
21:                                               ; preds = %15, %21
  %22 = phi i64 [ %27, %21 ], [ %3, %15 ]
  %23 = phi i128 [ %26, %21 ], [ %13, %15 ]
  %24 = phi i64 [ %28, %21 ], [ 0, %15 ]
  %25 = mul i128 %23, 47026247687942121848144207491837523525
  %26 = add i128 %25, %17
  %27 = add nsw i64 %22, -1
  %28 = add i64 %24, 1
  %29 = icmp eq i64 %28, %19
  br i1 %29, label %30, label %21
30:                                               ; preds = %21, %15
  %31 = phi i64 [ %3, %15 ], [ %27, %21 ]
  %32 = phi i128 [ %13, %15 ], [ %26, %21 ]
  %33 = phi i128 [ undef, %15 ], [ %26, %21 ]
  %34 = sub i64 %6, %3
  %35 = icmp ugt i64 %34, -4
  br i1 %35, label %49, label %36
36:                                               ; preds = %30, %36
  %37 = phi i64 [ %47, %36 ], [ %31, %30 ]
  %38 = phi i128 [ %46, %36 ], [ %32, %30 ]
  %39 = mul i128 %38, 47026247687942121848144207491837523525
  %40 = add i128 %39, %17
  %41 = mul i128 %40, 47026247687942121848144207491837523525
  %42 = add i128 %41, %17
  %43 = mul i128 %42, 47026247687942121848144207491837523525
  %44 = add i128 %43, %17
  %45 = mul i128 %44, 47026247687942121848144207491837523525
  %46 = add i128 %45, %17
  %47 = add nsw i64 %37, -4
  %48 = icmp sgt i64 %47, %6
  br i1 %48, label %36, label %49
49:                                               ; preds = %30, %36, %11
  %50 = phi i128 [ %13, %11 ], [ %33, %30 ], [ %46, %36 ]
  %51 = lshr i128 %50, 64
  %52 = xor i128 %51, %50
  %53 = trunc i128 %52 to i64
  %54 = lshr i128 %50, 122
  %55 = trunc i128 %54 to i64
  %56 = tail call noundef i64 @llvm.fshr.i64(i64 %53, i64 %53, i64 %55)
  br label %57
57:                                               ; preds = %8, %49
  %58 = phi i64 [ %10, %8 ], [ %56, %49 ]
  %59 = trunc i64 %58 to i32
  ret i32 %59
}
define internal double @next_double(ptr nocapture noundef %0) {
  %2 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 5
  %3 = load i64, ptr %2, align 8
  %4 = add nsw i64 %3, 1
  store i64 %4, ptr %2, align 8
  %5 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 6
  %6 = load i64, ptr %5, align 16
  %7 = icmp slt i64 %3, %6
  br i1 %7, label %8, label %11
8:                                                ; preds = %1
  %9 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 9, i64 %3
  %10 = load i64, ptr %9, align 8
  br label %57
11:                                               ; preds = %1
  %12 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 7
  %13 = load i128, ptr %12, align 16
  %14 = icmp sgt i64 %3, %6
  br i1 %14, label %15, label %49
15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 8
  %17 = load i128, ptr %16, align 16
  %18 = sub i64 %3, %6
  %19 = and i64 %18, 3
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %30, label %21
21:                                               ; preds = %15, %21
  %22 = phi i64 [ %27, %21 ], [ %3, %15 ]
  %23 = phi i128 [ %26, %21 ], [ %13, %15 ]
  %24 = phi i64 [ %28, %21 ], [ 0, %15 ]
  %25 = mul i128 %23, 47026247687942121848144207491837523525
  %26 = add i128 %25, %17
  %27 = add nsw i64 %22, -1
  %28 = add i64 %24, 1
  %29 = icmp eq i64 %28, %19
  br i1 %29, label %30, label %21
30:                                               ; preds = %21, %15
  %31 = phi i64 [ %3, %15 ], [ %27, %21 ]
  %32 = phi i128 [ %13, %15 ], [ %26, %21 ]
  %33 = phi i128 [ undef, %15 ], [ %26, %21 ]
  %34 = sub i64 %6, %3
  %35 = icmp ugt i64 %34, -4
  br i1 %35, label %49, label %36
36:                                               ; preds = %30, %36
  %37 = phi i64 [ %47, %36 ], [ %31, %30 ]
  %38 = phi i128 [ %46, %36 ], [ %32, %30 ]
  %39 = mul i128 %38, 47026247687942121848144207491837523525
  %40 = add i128 %39, %17
  %41 = mul i128 %40, 47026247687942121848144207491837523525
  %42 = add i128 %41, %17
  %43 = mul i128 %42, 47026247687942121848144207491837523525
  %44 = add i128 %43, %17
  %45 = mul i128 %44, 47026247687942121848144207491837523525
  %46 = add i128 %45, %17
  %47 = add nsw i64 %37, -4
  %48 = icmp sgt i64 %47, %6
  br i1 %48, label %36, label %49
49:                                               ; preds = %30, %36, %11
  %50 = phi i128 [ %13, %11 ], [ %33, %30 ], [ %46, %36 ]
  %51 = lshr i128 %50, 64
  %52 = xor i128 %51, %50
  %53 = trunc i128 %52 to i64
  %54 = lshr i128 %50, 122
  %55 = trunc i128 %54 to i64
  %56 = tail call noundef i64 @llvm.fshr.i64(i64 %53, i64 %53, i64 %55)
  br label %57
57:                                               ; preds = %8, %49
  %58 = phi i64 [ %10, %8 ], [ %56, %49 ]
  %59 = lshr i64 %58, 11
  %60 = uitofp i64 %59 to double
  %61 = fmul double %60, 0x3CA0000000000000
  ret double %61
}
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg)
define internal fastcc void @draw_chunk(ptr noundef %0, i64 noundef %1, ptr nocapture noundef readonly %2) unnamed_addr {
  %4 = alloca %struct.Chunk, align 16
  %5 = ptrtoint ptr %4 to i64
  call void @llvm.lifetime.start.p0(i64 49520, ptr nonnull %4)
  %6 = shl nsw i64 %1, 11
  call void %2(ptr noundef nonnull %4, ptr noundef %0, i64 noundef %6, i64 noundef 2048)
  %7 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 7
  %8 = load atomic i64, ptr %7 acquire, align 8
  %9 = icmp eq i64 %8, %1
  br i1 %9, label %22, label %10
10:                                               ; preds = %3
  %11 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 6
  br label %12
12:                                               ; preds = %18, %10
  %13 = phi i32 [ 1, %10 ], [ %19, %18 ]
  %14 = and i32 %13, 4095
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %18
16:                                               ; preds = %12
  %17 = load ptr, ptr %11, align 8
  call void %17()
  br label %18
18:                                               ; preds = %16, %12
  %19 = add nuw nsw i32 %13, 1
  %20 = load atomic i64, ptr %7 acquire, align 8
  %21 = icmp eq i64 %20, %1
  br i1 %21, label %22, label %12
22:                                               ; preds = %18, %3
  %23 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 9
  %24 = load i64, ptr %23, align 8
  %25 = sub nsw i64 %24, %6
  %26 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 2
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 8
  %29 = load i64, ptr %28, align 8
  %30 = sub nsw i64 %27, %29
  %31 = icmp sgt i64 %30, 0
  br i1 %31, label %32, label %74
32:                                               ; preds = %22
  %33 = getelementptr inbounds %struct.Chunk, ptr %4, i64 0, i32 1
  %34 = load i64, ptr %4, align 16
  %35 = load i64, ptr %33, align 8
  br label %36
36:                                               ; preds = %69, %32
  %37 = phi i64 [ 0, %32 ], [ %71, %69 ]
  %38 = phi i64 [ 0, %32 ], [ %72, %69 ]
  %39 = phi i64 [ %25, %32 ], [ %70, %69 ]
  %40 = icmp slt i64 %39, %34
  br i1 %40, label %41, label %74
41:                                               ; preds = %36
  %42 = icmp slt i64 %38, %35
  br i1 %42, label %43, label %51
43:                                               ; preds = %41
  %44 = getelementptr inbounds %struct.Chunk, ptr %4, i64 0, i32 3, i64 %38
  %45 = load i32, ptr %44, align 4
  %46 = zext i32 %45 to i64
  %47 = icmp sgt i64 %39, %46
  br i1 %47, label %69, label %48
48:                                               ; preds = %43
  %49 = add i32 %45, 1
  %50 = zext i32 %49 to i64
  br label %51
51:                                               ; preds = %48, %41
  %52 = phi i64 [ %50, %48 ], [ %34, %41 ]
  %53 = sub nsw i64 %52, %39
  %54 = sub nsw i64 %30, %37
  %55 = icmp sgt i64 %53, %54
  %56 = call i64 @llvm.smin.i64(i64 %53, i64 %54)
  %57 = add nsw i64 %56, %37
  %58 = icmp sge i64 %38, %35
  %59 = or i1 %58, %55
  br i1 %59, label %64, label %60
60:                                               ; preds = %51
  %61 = getelementptr inbounds %struct.Chunk, ptr %4, i64 0, i32 4, i64 %38
  %62 = load i32, ptr %61, align 4
  %63 = add i32 %62, -1
  br label %64
64:                                               ; preds = %60, %51
  %65 = phi i32 [ %63, %60 ], [ 0, %51 ]
  %66 = zext i32 %65 to i64
  %67 = add i64 %56, %39
  %68 = add i64 %67, %66
  br label %69
69:                                               ; preds = %64, %43
  %70 = phi i64 [ %39, %43 ], [ %68, %64 ]
  %71 = phi i64 [ %37, %43 ], [ %57, %64 ]
  %72 = add nuw nsw i64 %38, 1
  %73 = icmp slt i64 %71, %30
  br i1 %73, label %36, label %74
74:                                               ; preds = %36, %69, %22
  %75 = phi i64 [ %25, %22 ], [ %39, %36 ], [ %70, %69 ]
  %76 = phi i64 [ 0, %22 ], [ %37, %36 ], [ %71, %69 ]
  %77 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 1
  %78 = load ptr, ptr %77, align 8
  %79 = getelementptr inbounds double, ptr %78, i64 %29
  %80 = add nsw i64 %76, %29
  store i64 %80, ptr %28, align 8
  %81 = add nsw i64 %75, %6
  store i64 %81, ptr %23, align 8
  %82 = add nsw i64 %1, 1
  store atomic i64 %82, ptr %7 release, align 8
  %83 = icmp sgt i64 %76, 0
  br i1 %83, label %84, label %256
84:                                               ; preds = %74
  %85 = ptrtoint ptr %78 to i64
  %86 = getelementptr inbounds %struct.Chunk, ptr %4, i64 0, i32 1
  %87 = icmp eq ptr %78, null
  %88 = getelementptr inbounds %struct.Chunk, ptr %4, i64 0, i32 2
  %89 = shl i64 %29, 3
  %90 = add i64 %89, %85
  %91 = add i64 %90, -16
  br label %92
92:                                               ; preds = %251, %84
  %93 = phi i64 [ 0, %84 ], [ %253, %251 ]
  %94 = phi i64 [ 0, %84 ], [ %254, %251 ]
  %95 = phi i64 [ %25, %84 ], [ %252, %251 ]
  %96 = load i64, ptr %4, align 16
  %97 = icmp slt i64 %95, %96
  br i1 %97, label %98, label %256
98:                                               ; preds = %92
  %99 = load i64, ptr %86, align 8
  %100 = icmp slt i64 %94, %99
  br i1 %100, label %101, label %109
101:                                              ; preds = %98
  %102 = getelementptr inbounds %struct.Chunk, ptr %4, i64 0, i32 3, i64 %94
  %103 = load i32, ptr %102, align 4
  %104 = zext i32 %103 to i64
  %105 = icmp sgt i64 %95, %104
  br i1 %105, label %251, label %106
106:                                              ; preds = %101
  %107 = add i32 %103, 1
  %108 = zext i32 %107 to i64
  br label %109
109:                                              ; preds = %106, %98
  %110 = phi i64 [ %108, %106 ], [ %96, %98 ]
  %111 = sub i64 %110, %95
  %112 = sub i64 %76, %93
  %113 = icmp sgt i64 %111, %112
  %114 = call i64 @llvm.smin.i64(i64 %111, i64 %112)
  br i1 %87, label %237, label %115
115:                                              ; preds = %109
  %116 = getelementptr inbounds double, ptr %79, i64 %93
  %117 = getelementptr inbounds double, ptr %88, i64 %95
  %118 = add nsw i64 %114, 32
  %119 = icmp sgt i64 %118, %112
  %120 = icmp sgt i64 %114, 0
  br i1 %119, label %129, label %121
121:                                              ; preds = %115
  br i1 %120, label %122, label %237
122:                                              ; preds = %121
  %123 = add nsw i64 %114, -1
  %124 = icmp ult i64 %114, 33
  br i1 %124, label %220, label %125
125:                                              ; preds = %122
  %126 = lshr i64 %123, 5
  %127 = add nuw nsw i64 %126, 1
  %128 = and i64 %127, 1152921504606846974
  br label %170
129:                                              ; preds = %115
  br i1 %120, label %130, label %237
130:                                              ; preds = %129
  %131 = icmp ult i64 %114, 6
  br i1 %131, label %153, label %132
132:                                              ; preds = %130
  %133 = shl i64 %93, 3
  %134 = shl i64 %95, 3
  %135 = add i64 %91, %133
  %136 = add i64 %134, %5
  %137 = sub i64 %135, %136
  %138 = icmp ult i64 %137, 32
  br i1 %138, label %153, label %139
139:                                              ; preds = %132
  %140 = and i64 %114, 9223372036854775804
  br label %141
141:                                              ; preds = %141, %139
  %142 = phi i64 [ 0, %139 ], [ %149, %141 ]
  %143 = getelementptr inbounds double, ptr %117, i64 %142
  %144 = getelementptr inbounds double, ptr %143, i64 2
  %145 = load <2 x double>, ptr %143, align 8
  %146 = load <2 x double>, ptr %144, align 8
  %147 = getelementptr inbounds double, ptr %116, i64 %142
  %148 = getelementptr inbounds double, ptr %147, i64 2
  store <2 x double> %145, ptr %147, align 8
  store <2 x double> %146, ptr %148, align 8
  %149 = add nuw i64 %142, 4
  %150 = icmp eq i64 %149, %140
  br i1 %150, label %151, label %141
151:                                              ; preds = %141
  %152 = icmp eq i64 %114, %140
  br i1 %152, label %237, label %153
153:                                              ; preds = %132, %130, %151
  %154 = phi i64 [ 0, %132 ], [ 0, %130 ], [ %140, %151 ]
  %155 = and i64 %114, 3
  %156 = icmp eq i64 %155, 0
  br i1 %156, label %166, label %157
157:                                              ; preds = %153, %157
  %158 = phi i64 [ %163, %157 ], [ %154, %153 ]
  %159 = phi i64 [ %164, %157 ], [ 0, %153 ]
  %160 = getelementptr inbounds double, ptr %117, i64 %158
  %161 = load double, ptr %160, align 8
  %162 = getelementptr inbounds double, ptr %116, i64 %158
  store double %161, ptr %162, align 8
  %163 = add nuw nsw i64 %158, 1
  %164 = add i64 %159, 1
  %165 = icmp eq i64 %164, %155
  br i1 %165, label %166, label %157
166:                                              ; preds = %157, %153
  %167 = phi i64 [ %154, %153 ], [ %163, %157 ]
  %168 = sub nsw i64 %154, %114
  %169 = icmp ugt i64 %168, -4
  br i1 %169, label %237, label %201
170:                                              ; preds = %170, %125
  %171 = phi i64 [ 0, %125 ], [ %198, %170 ]
  %172 = phi i64 [ 0, %125 ], [ %199, %170 ]
  %173 = getelementptr inbounds double, ptr %117, i64 %171
  %174 = getelementptr inbounds double, ptr %116, i64 %171
  %175 = load <8 x i64>, ptr %173, align 8
  store <8 x i64> %175, ptr %174, align 8
  %176 = getelementptr inbounds double, ptr %173, i64 8
  %177 = load <8 x i64>, ptr %176, align 8
  %178 = getelementptr inbounds double, ptr %174, i64 8
  store <8 x i64> %177, ptr %178, align 8
  %179 = getelementptr inbounds double, ptr %173, i64 16
  %180 = load <8 x i64>, ptr %179, align 8
  %181 = getelementptr inbounds double, ptr %174, i64 16
  store <8 x i64> %180, ptr %181, align 8
  %182 = getelementptr inbounds double, ptr %173, i64 24
  %183 = load <8 x i64>, ptr %182, align 8
  %184 = getelementptr inbounds double, ptr %174, i64 24
  store <8 x i64> %183, ptr %184, align 8
  %185 = or disjoint i64 %171, 32
  %186 = getelementptr inbounds double, ptr %117, i64 %185
  %187 = getelementptr inbounds double, ptr %116, i64 %185
  %188 = load <8 x i64>, ptr %186, align 8
  store <8 x i64> %188, ptr %187, align 8
  %189 = getelementptr inbounds double, ptr %186, i64 8
  %190 = load <8 x i64>, ptr %189, align 8
  %191 = getelementptr inbounds double, ptr %187, i64 8
  store <8 x i64> %190, ptr %191, align 8
  %192 = getelementptr inbounds double, ptr %186, i64 16
  %193 = load <8 x i64>, ptr %192, align 8
  %194 = getelementptr inbounds double, ptr %187, i64 16
  store <8 x i64> %193, ptr %194, align 8
  %195 = getelementptr inbounds double, ptr %186, i64 24
  %196 = load <8 x i64>, ptr %195, align 8
  %197 = getelementptr inbounds double, ptr %187, i64 24
  store <8 x i64> %196, ptr %197, align 8
  %198 = add nuw nsw i64 %171, 64
  %199 = add i64 %172, 2
  %200 = icmp eq i64 %199, %128
  br i1 %200, label %220, label %170
201:                                              ; preds = %166, %201
  %202 = phi i64 [ %218, %201 ], [ %167, %166 ]
  %203 = getelementptr inbounds double, ptr %117, i64 %202
  %204 = load double, ptr %203, align 8
  %205 = getelementptr inbounds double, ptr %116, i64 %202
  store double %204, ptr %205, align 8
  %206 = add nuw nsw i64 %202, 1
  %207 = getelementptr inbounds double, ptr %117, i64 %206
  %208 = load double, ptr %207, align 8
  %209 = getelementptr inbounds double, ptr %116, i64 %206
  store double %208, ptr %209, align 8
  %210 = add nuw nsw i64 %202, 2
  %211 = getelementptr inbounds double, ptr %117, i64 %210
  %212 = load double, ptr %211, align 8
  %213 = getelementptr inbounds double, ptr %116, i64 %210
  store double %212, ptr %213, align 8
  %214 = add nuw nsw i64 %202, 3
  %215 = getelementptr inbounds double, ptr %117, i64 %214
  %216 = load double, ptr %215, align 8
  %217 = getelementptr inbounds double, ptr %116, i64 %214
  store double %216, ptr %217, align 8
  %218 = add nuw nsw i64 %202, 4
  %219 = icmp eq i64 %218, %114
  br i1 %219, label %237, label %201
220:                                              ; preds = %170, %122
  %221 = phi i64 [ 0, %122 ], [ %198, %170 ]
  %222 = and i64 %123, 32
  %223 = icmp eq i64 %222, 0
  br i1 %223, label %224, label %237
224:                                              ; preds = %220
  %225 = getelementptr inbounds double, ptr %117, i64 %221
  %226 = getelementptr inbounds double, ptr %116, i64 %221
  %227 = load <8 x i64>, ptr %225, align 8
  store <8 x i64> %227, ptr %226, align 8
  %228 = getelementptr inbounds double, ptr %225, i64 8
  %229 = load <8 x i64>, ptr %228, align 8
  %230 = getelementptr inbounds double, ptr %226, i64 8
  store <8 x i64> %229, ptr %230, align 8
  %231 = getelementptr inbounds double, ptr %225, i64 16
  %232 = load <8 x i64>, ptr %231, align 8
  %233 = getelementptr inbounds double, ptr %226, i64 16
  store <8 x i64> %232, ptr %233, align 8
  %234 = getelementptr inbounds double, ptr %225, i64 24
  %235 = load <8 x i64>, ptr %234, align 8
  %236 = getelementptr inbounds double, ptr %226, i64 24
  store <8 x i64> %235, ptr %236, align 8
  br label %237
237:                                              ; preds = %224, %220, %166, %201, %151, %129, %121, %109
  %238 = add nsw i64 %114, %93
  %239 = load i64, ptr %86, align 8
  %240 = icmp sge i64 %94, %239
  %241 = or i1 %113, %240
  br i1 %241, label %246, label %242
242:                                              ; preds = %237
  %243 = getelementptr inbounds %struct.Chunk, ptr %4, i64 0, i32 4, i64 %94
  %244 = load i32, ptr %243, align 4
  %245 = add i32 %244, -1
  br label %246
246:                                              ; preds = %242, %237
  %247 = phi i32 [ %245, %242 ], [ 0, %237 ]
  %248 = zext i32 %247 to i64
  %249 = add i64 %114, %95
  %250 = add i64 %249, %248
  br label %251
251:                                              ; preds = %246, %101
  %252 = phi i64 [ %95, %101 ], [ %250, %246 ]
  %253 = phi i64 [ %93, %101 ], [ %238, %246 ]
  %254 = add nuw nsw i64 %94, 1
  %255 = icmp slt i64 %253, %76
  br i1 %255, label %92, label %256
256:                                              ; preds = %92, %251, %74
  call void @llvm.lifetime.end.p0(i64 49520, ptr nonnull %4)
  ret void
}
declare i32 @llvm.cttz.i32(i32, i1 immarg)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare <8 x i64> @llvm.fshr.v8i64(<8 x i64>, <8 x i64>, <8 x i64>)
