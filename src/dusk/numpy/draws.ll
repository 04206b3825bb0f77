; made by `make follower` from sources of hash ed2a3fc3793c04cb4e2fe5f80aad229a
%struct.Words = type { ptr, ptr, ptr, ptr, ptr, i128, i128, i64, i64, i64, i64, [512 x i64] }
%struct.Ziggurat = type { ptr, i64, i64, i64, [256 x double], [256 x i64] }
%struct.Drawing = type { ptr, ptr, i64, double, double, ptr, ptr, i64, i64, i64 }
%struct.Step = type { ptr, i64, i64, i64 }
%struct.Pcg = type { i128, i128 }
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
  %8 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 6
  store i128 0, ptr %8, align 16
  %9 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 7
  %10 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 8
  %11 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 10
  store i128 0, ptr %7, align 16
  store i64 0, ptr %11, align 8
  %12 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 9
  store i64 0, ptr %12, align 16
  %13 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 2
  %14 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 1
  %15 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 11
  %16 = getelementptr inbounds %struct.Words, ptr %2, i64 0, i32 11, i64 1
  br label %55
17:                                               ; preds = %55
  %18 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 3
  %19 = load i64, ptr %18, align 8
  %20 = shl nuw i64 1, %19
  %21 = sitofp i64 %20 to double
  %22 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 255
  %23 = load double, ptr %22, align 8
  %24 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 0
  %25 = load double, ptr %24, align 8
  %26 = fdiv double %23, %25
  %27 = fmul double %26, %21
  %28 = fptosi double %27 to i64
  %29 = call i64 @llvm.smax.i64(i64 %28, i64 64)
  %30 = add nsw i64 %29, -64
  %31 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 5, i64 0
  store i64 %30, ptr %31, align 8
  %32 = fmul double %21, 0.000000e+00
  %33 = fptosi double %32 to i64
  %34 = call i64 @llvm.smax.i64(i64 %33, i64 64)
  %35 = add nsw i64 %34, -64
  %36 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 5, i64 1
  store i64 %35, ptr %36, align 8
  %37 = insertelement <2 x double> poison, double %21, i64 0
  %38 = shufflevector <2 x double> %37, <2 x double> poison, <2 x i32> zeroinitializer
  br label %39
39:                                               ; preds = %39, %17
  %40 = phi i64 [ 0, %17 ], [ %53, %39 ]
  %41 = add i64 %40, 2
  %42 = or disjoint i64 %40, 1
  %43 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 %42
  %44 = load <2 x double>, ptr %43, align 8
  %45 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 %41
  %46 = load <2 x double>, ptr %45, align 8
  %47 = fdiv <2 x double> %44, %46
  %48 = fmul <2 x double> %47, %38
  %49 = fptosi <2 x double> %48 to <2 x i64>
  %50 = call <2 x i64> @llvm.smax.v2i64(<2 x i64> %49, <2 x i64> <i64 64, i64 64>)
  %51 = add nsw <2 x i64> %50, <i64 -64, i64 -64>
  %52 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 5, i64 %41
  store <2 x i64> %51, ptr %52, align 8
  %53 = add nuw i64 %40, 2
  %54 = icmp eq i64 %53, 254
  br i1 %54, label %68, label %39
55:                                               ; preds = %1, %55
  %56 = phi i64 [ 0, %1 ], [ %66, %55 ]
  %57 = load i64, ptr %13, align 8
  %58 = add nsw i64 %57, 8
  %59 = shl nuw i64 1, %58
  %60 = or i64 %59, %56
  %61 = load i64, ptr %14, align 8
  %62 = shl i64 %60, %61
  store i64 %62, ptr %15, align 16
  store i64 0, ptr %16, align 8
  store i64 0, ptr %9, align 16
  store i64 2, ptr %10, align 8
  %63 = load ptr, ptr %0, align 8
  %64 = call double %63(ptr noundef nonnull %2)
  %65 = getelementptr inbounds %struct.Ziggurat, ptr %0, i64 0, i32 4, i64 %56
  store double %64, ptr %65, align 8
  %66 = add nuw nsw i64 %56, 1
  %67 = icmp eq i64 %66, 256
  br i1 %67, label %17, label %55
68:                                               ; preds = %39
  call void @llvm.lifetime.end.p0(i64 4208, ptr nonnull %2)
  ret void
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)
define void @draw_uniform(ptr noundef %0, ptr noundef %1, i64 noundef %2, double noundef %3, double noundef %4, ptr noundef %5, ptr noundef %6, ptr noundef %7) local_unnamed_addr {
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
  tail call fastcc void @draw(ptr noundef nonnull byval(%struct.Drawing) align 8 %9, ptr noundef nonnull @uniform_chunks, ptr noundef nonnull @uniform, i64 noundef %2, ptr noundef %6)
  call void @llvm.lifetime.end.p0(i64 80, ptr nonnull %9)
  ret void
}
define internal fastcc void @draw(ptr noundef byval(%struct.Drawing) align 8 %0, ptr noundef %1, ptr nocapture noundef readonly %2, i64 noundef %3, ptr noundef readonly %4) unnamed_addr {
  %6 = alloca %struct.Words, align 16
  %7 = alloca [8 x i64], align 16
  %8 = alloca [1 x ptr], align 8
  %9 = alloca %struct.Step, align 8
  call void @llvm.lifetime.start.p0(i64 4208, ptr nonnull %6)
  %10 = icmp ne ptr %4, null
  %11 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 2
  %12 = load i64, ptr %11, align 8
  %13 = icmp sgt i64 %12, 16383
  %14 = select i1 %10, i1 %13, i1 false
  br i1 %14, label %15, label %27
15:                                               ; preds = %5
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %7)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(64) %7, i8 0, i64 64, i1 false)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8)
  store ptr %7, ptr %8, align 8
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %9)
  store ptr %1, ptr %9, align 8
  %16 = getelementptr inbounds %struct.Step, ptr %9, i64 0, i32 1
  store i64 0, ptr %16, align 8
  %17 = getelementptr inbounds %struct.Step, ptr %9, i64 0, i32 2
  %18 = sdiv i64 %3, 2048
  store i64 %18, ptr %17, align 8
  %19 = getelementptr inbounds %struct.Step, ptr %9, i64 0, i32 3
  store i64 1, ptr %19, align 8
  %20 = call i64 %4(ptr noundef nonnull %8, ptr noundef nonnull %0, ptr noundef nonnull %9, i64 noundef 1)
  %21 = icmp eq ptr %1, @uniform_chunks
  br i1 %21, label %22, label %26
22:                                               ; preds = %15
  %23 = shl nsw i64 %18, 11
  %24 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 9
  store i64 %23, ptr %24, align 8
  %25 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 8
  store i64 %23, ptr %25, align 8
  br label %26
26:                                               ; preds = %22, %15
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %9)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %7)
  br label %27
27:                                               ; preds = %26, %5
  %28 = load ptr, ptr %0, align 8
  %29 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 9
  %30 = load i64, ptr %29, align 8
  store ptr %6, ptr %6, align 16
  %31 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 4
  store ptr @next_word, ptr %31, align 16
  %32 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 1
  store ptr @next_word, ptr %32, align 8
  %33 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 2
  store ptr @next_half, ptr %33, align 16
  %34 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 3
  store ptr @next_double, ptr %34, align 8
  %35 = load i128, ptr %28, align 8
  %36 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 5
  %37 = getelementptr inbounds %struct.Pcg, ptr %28, i64 0, i32 1
  %38 = load i128, ptr %37, align 8
  %39 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 6
  store i128 %38, ptr %39, align 16
  %40 = icmp eq i64 %30, 0
  br i1 %40, label %61, label %41
41:                                               ; preds = %27, %53
  %42 = phi i128 [ %57, %53 ], [ %38, %27 ]
  %43 = phi i128 [ %58, %53 ], [ 47026247687942121848144207491837523525, %27 ]
  %44 = phi i128 [ %55, %53 ], [ 0, %27 ]
  %45 = phi i128 [ %54, %53 ], [ 1, %27 ]
  %46 = phi i64 [ %59, %53 ], [ %30, %27 ]
  %47 = and i64 %46, 1
  %48 = icmp eq i64 %47, 0
  br i1 %48, label %53, label %49
49:                                               ; preds = %41
  %50 = mul i128 %45, %43
  %51 = mul i128 %44, %43
  %52 = add i128 %51, %42
  br label %53
53:                                               ; preds = %49, %41
  %54 = phi i128 [ %50, %49 ], [ %45, %41 ]
  %55 = phi i128 [ %52, %49 ], [ %44, %41 ]
  %56 = add i128 %43, 1
  %57 = mul i128 %56, %42
  %58 = mul i128 %43, %43
  %59 = ashr i64 %46, 1
  %60 = icmp ult i64 %46, 2
  br i1 %60, label %61, label %41
61:                                               ; preds = %53, %27
  %62 = phi i128 [ 1, %27 ], [ %54, %53 ]
  %63 = phi i128 [ 0, %27 ], [ %55, %53 ]
  %64 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 7
  %65 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 8
  %66 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 10
  %67 = mul i128 %62, %35
  %68 = add i128 %67, %63
  store i128 %68, ptr %36, align 16
  store i64 %30, ptr %66, align 8
  store i64 0, ptr %65, align 8
  store i64 0, ptr %64, align 16
  %69 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 8
  %70 = load i64, ptr %69, align 8
  %71 = load i64, ptr %11, align 8
  %72 = icmp slt i64 %70, %71
  br i1 %72, label %73, label %115
73:                                               ; preds = %61
  %74 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 1
  br label %75
75:                                               ; preds = %73, %75
  %76 = phi i64 [ %71, %73 ], [ %88, %75 ]
  %77 = phi i64 [ %70, %73 ], [ %87, %75 ]
  %78 = load ptr, ptr %74, align 8
  %79 = getelementptr inbounds double, ptr %78, i64 %77
  %80 = sub i64 %76, %77
  %81 = load i64, ptr %66, align 8
  %82 = load i64, ptr %64, align 16
  %83 = add i64 %80, %81
  %84 = add i64 %83, %82
  %85 = call i64 %2(ptr noundef nonnull %0, ptr noundef nonnull %6, ptr noundef %79, i64 noundef %80, i64 noundef %84)
  %86 = load i64, ptr %69, align 8
  %87 = add nsw i64 %86, %85
  store i64 %87, ptr %69, align 8
  %88 = load i64, ptr %11, align 8
  %89 = icmp slt i64 %87, %88
  br i1 %89, label %75, label %90
90:                                               ; preds = %75
  %91 = load i64, ptr %64, align 16
  %92 = icmp eq i64 %91, 0
  br i1 %92, label %115, label %93
93:                                               ; preds = %90
  %94 = load i128, ptr %39, align 16
  br label %95
95:                                               ; preds = %107, %93
  %96 = phi i128 [ %111, %107 ], [ %94, %93 ]
  %97 = phi i128 [ %112, %107 ], [ 47026247687942121848144207491837523525, %93 ]
  %98 = phi i128 [ %109, %107 ], [ 0, %93 ]
  %99 = phi i128 [ %108, %107 ], [ 1, %93 ]
  %100 = phi i64 [ %113, %107 ], [ %91, %93 ]
  %101 = and i64 %100, 1
  %102 = icmp eq i64 %101, 0
  br i1 %102, label %107, label %103
103:                                              ; preds = %95
  %104 = mul i128 %99, %97
  %105 = mul i128 %98, %97
  %106 = add i128 %105, %96
  br label %107
107:                                              ; preds = %103, %95
  %108 = phi i128 [ %104, %103 ], [ %99, %95 ]
  %109 = phi i128 [ %106, %103 ], [ %98, %95 ]
  %110 = add i128 %97, 1
  %111 = mul i128 %110, %96
  %112 = mul i128 %97, %97
  %113 = ashr i64 %100, 1
  %114 = icmp ult i64 %100, 2
  br i1 %114, label %115, label %95
115:                                              ; preds = %107, %61, %90
  %116 = phi i128 [ 1, %90 ], [ 1, %61 ], [ %108, %107 ]
  %117 = phi i128 [ 0, %90 ], [ 0, %61 ], [ %109, %107 ]
  %118 = load i128, ptr %36, align 16
  %119 = mul i128 %118, %116
  %120 = add i128 %119, %117
  %121 = load ptr, ptr %0, align 8
  store i128 %120, ptr %121, align 8
  call void @llvm.lifetime.end.p0(i64 4208, ptr nonnull %6)
  ret void
}
define internal void @uniform_chunks(ptr nocapture readnone %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3) {
  %5 = alloca %struct.Words, align 16
  %6 = icmp slt i64 %2, %3
  br i1 %6, label %7, label %26
7:                                                ; preds = %4
  %8 = ptrtoint ptr %5 to i64
  %9 = getelementptr inbounds %struct.Words, ptr %5, i64 0, i32 4
  %10 = getelementptr inbounds %struct.Words, ptr %5, i64 0, i32 1
  %11 = getelementptr inbounds %struct.Words, ptr %5, i64 0, i32 2
  %12 = getelementptr inbounds %struct.Words, ptr %5, i64 0, i32 3
  %13 = getelementptr inbounds %struct.Words, ptr %5, i64 0, i32 5
  %14 = getelementptr inbounds %struct.Words, ptr %5, i64 0, i32 6
  %15 = getelementptr inbounds %struct.Words, ptr %5, i64 0, i32 7
  %16 = getelementptr inbounds %struct.Words, ptr %5, i64 0, i32 8
  %17 = getelementptr inbounds %struct.Words, ptr %5, i64 0, i32 10
  %18 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 1
  %19 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 2
  %20 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 3
  %21 = getelementptr inbounds %struct.Drawing, ptr %1, i64 0, i32 4
  %22 = getelementptr inbounds %struct.Words, ptr %5, i64 0, i32 9
  %23 = shl i64 %2, 14
  %24 = add i64 %23, -112
  %25 = sub i64 %24, %8
  br label %27
26:                                               ; preds = %158, %4
  ret void
27:                                               ; preds = %7, %158
  %28 = phi i64 [ 0, %7 ], [ %160, %158 ]
  %29 = phi i64 [ %2, %7 ], [ %67, %158 ]
  %30 = shl i64 %28, 14
  %31 = add i64 %25, %30
  call void @llvm.lifetime.start.p0(i64 4208, ptr nonnull %5)
  %32 = load ptr, ptr %1, align 8
  %33 = shl nsw i64 %29, 11
  store ptr %5, ptr %5, align 16
  store ptr @next_word, ptr %9, align 16
  store ptr @next_word, ptr %10, align 8
  store ptr @next_half, ptr %11, align 16
  store ptr @next_double, ptr %12, align 8
  %34 = load i128, ptr %32, align 8
  store i128 %34, ptr %13, align 16
  %35 = getelementptr inbounds %struct.Pcg, ptr %32, i64 0, i32 1
  %36 = load i128, ptr %35, align 8
  store i128 %36, ptr %14, align 16
  %37 = icmp eq i64 %29, 0
  br i1 %37, label %58, label %38
38:                                               ; preds = %27, %50
  %39 = phi i128 [ %54, %50 ], [ %36, %27 ]
  %40 = phi i128 [ %55, %50 ], [ 47026247687942121848144207491837523525, %27 ]
  %41 = phi i128 [ %52, %50 ], [ 0, %27 ]
  %42 = phi i128 [ %51, %50 ], [ 1, %27 ]
  %43 = phi i64 [ %56, %50 ], [ %33, %27 ]
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
58:                                               ; preds = %50, %27
  %59 = phi i128 [ 1, %27 ], [ %51, %50 ]
  %60 = phi i128 [ 0, %27 ], [ %52, %50 ]
  %61 = mul i128 %59, %34
  %62 = add i128 %61, %60
  store i128 %62, ptr %13, align 16
  store i64 %33, ptr %17, align 8
  store i64 0, ptr %16, align 8
  store i64 0, ptr %15, align 16
  %63 = load ptr, ptr %18, align 8
  %64 = getelementptr inbounds double, ptr %63, i64 %33
  %65 = load i64, ptr %19, align 8
  %66 = sub nsw i64 %65, %33
  %67 = add i64 %29, 1
  %68 = load double, ptr %20, align 8
  %69 = load double, ptr %21, align 8
  %70 = call i64 @llvm.smin.i64(i64 %66, i64 2048)
  %71 = icmp sgt i64 %66, 0
  br i1 %71, label %72, label %158
72:                                               ; preds = %58
  %73 = ptrtoint ptr %63 to i64
  %74 = add i64 %31, %73
  %75 = insertelement <2 x double> poison, double %69, i64 0
  %76 = shufflevector <2 x double> %75, <2 x double> poison, <2 x i32> zeroinitializer
  %77 = insertelement <2 x double> poison, double %68, i64 0
  %78 = shufflevector <2 x double> %77, <2 x double> poison, <2 x i32> zeroinitializer
  br label %79
79:                                               ; preds = %72, %134
  %80 = phi i64 [ %135, %134 ], [ 0, %72 ]
  %81 = sub nsw i64 %70, %80
  store i64 %81, ptr %22, align 16
  call fastcc void @refill(ptr noundef nonnull %5)
  %82 = load i64, ptr %16, align 8
  %83 = call i64 @llvm.smin.i64(i64 %82, i64 %81)
  %84 = icmp sgt i64 %83, 0
  br i1 %84, label %85, label %134
85:                                               ; preds = %79
  %86 = getelementptr double, ptr %64, i64 %80
  %87 = icmp ult i64 %83, 4
  br i1 %87, label %116, label %88
88:                                               ; preds = %85
  %89 = shl i64 %80, 3
  %90 = add i64 %74, %89
  %91 = icmp ult i64 %90, 32
  br i1 %91, label %116, label %92
92:                                               ; preds = %88
  %93 = and i64 %83, 9223372036854775804
  br label %94
94:                                               ; preds = %94, %92
  %95 = phi i64 [ 0, %92 ], [ %112, %94 ]
  %96 = getelementptr inbounds %struct.Words, ptr %5, i64 0, i32 11, i64 %95
  %97 = getelementptr inbounds i64, ptr %96, i64 2
  %98 = load <2 x i64>, ptr %96, align 16
  %99 = load <2 x i64>, ptr %97, align 16
  %100 = lshr <2 x i64> %98, <i64 11, i64 11>
  %101 = lshr <2 x i64> %99, <i64 11, i64 11>
  %102 = sitofp <2 x i64> %100 to <2 x double>
  %103 = sitofp <2 x i64> %101 to <2 x double>
  %104 = fmul <2 x double> %102, <double 0x3CA0000000000000, double 0x3CA0000000000000>
  %105 = fmul <2 x double> %103, <double 0x3CA0000000000000, double 0x3CA0000000000000>
  %106 = fmul <2 x double> %76, %104
  %107 = fmul <2 x double> %76, %105
  %108 = fadd <2 x double> %78, %106
  %109 = fadd <2 x double> %78, %107
  %110 = getelementptr double, ptr %86, i64 %95
  %111 = getelementptr double, ptr %110, i64 2
  store <2 x double> %108, ptr %110, align 8
  store <2 x double> %109, ptr %111, align 8
  %112 = add nuw i64 %95, 4
  %113 = icmp eq i64 %112, %93
  br i1 %113, label %114, label %94
114:                                              ; preds = %94
  %115 = icmp eq i64 %83, %93
  br i1 %115, label %134, label %116
116:                                              ; preds = %88, %85, %114
  %117 = phi i64 [ 0, %88 ], [ 0, %85 ], [ %93, %114 ]
  %118 = or disjoint i64 %117, 1
  %119 = and i64 %83, 1
  %120 = icmp eq i64 %119, 0
  br i1 %120, label %131, label %121
121:                                              ; preds = %116
  %122 = getelementptr inbounds %struct.Words, ptr %5, i64 0, i32 11, i64 %117
  %123 = load i64, ptr %122, align 16
  %124 = lshr i64 %123, 11
  %125 = sitofp i64 %124 to double
  %126 = fmul double %125, 0x3CA0000000000000
  %127 = fmul double %69, %126
  %128 = fadd double %68, %127
  %129 = getelementptr double, ptr %86, i64 %117
  store double %128, ptr %129, align 8
  %130 = or disjoint i64 %117, 1
  br label %131
131:                                              ; preds = %121, %116
  %132 = phi i64 [ %117, %116 ], [ %130, %121 ]
  %133 = icmp eq i64 %83, %118
  br i1 %133, label %134, label %137
134:                                              ; preds = %131, %137, %114, %79
  store i64 %83, ptr %15, align 16
  %135 = add nsw i64 %83, %80
  %136 = icmp slt i64 %135, %70
  br i1 %136, label %79, label %158
137:                                              ; preds = %131, %137
  %138 = phi i64 [ %156, %137 ], [ %132, %131 ]
  %139 = getelementptr inbounds %struct.Words, ptr %5, i64 0, i32 11, i64 %138
  %140 = load i64, ptr %139, align 8
  %141 = lshr i64 %140, 11
  %142 = sitofp i64 %141 to double
  %143 = fmul double %142, 0x3CA0000000000000
  %144 = fmul double %69, %143
  %145 = fadd double %68, %144
  %146 = getelementptr double, ptr %86, i64 %138
  store double %145, ptr %146, align 8
  %147 = add nuw nsw i64 %138, 1
  %148 = getelementptr inbounds %struct.Words, ptr %5, i64 0, i32 11, i64 %147
  %149 = load i64, ptr %148, align 8
  %150 = lshr i64 %149, 11
  %151 = sitofp i64 %150 to double
  %152 = fmul double %151, 0x3CA0000000000000
  %153 = fmul double %69, %152
  %154 = fadd double %68, %153
  %155 = getelementptr double, ptr %86, i64 %147
  store double %154, ptr %155, align 8
  %156 = add nuw nsw i64 %138, 2
  %157 = icmp eq i64 %156, %83
  br i1 %157, label %134, label %137
158:                                              ; preds = %134, %58
  call void @llvm.lifetime.end.p0(i64 4208, ptr nonnull %5)
  %159 = icmp eq i64 %67, %3
  %160 = add i64 %28, 1
  br i1 %159, label %26, label %27
}
define internal i64 @uniform(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, ptr nocapture noundef writeonly %2, i64 noundef %3, i64 noundef %4) {
  %6 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 3
  %7 = load double, ptr %6, align 8
  %8 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 4
  %9 = load double, ptr %8, align 8
  %10 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 10
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 7
  %13 = load i64, ptr %12, align 16
  %14 = add i64 %11, %13
  %15 = sub i64 %4, %14
  %16 = tail call i64 @llvm.smin.i64(i64 %15, i64 %3)
  %17 = icmp sgt i64 %16, 0
  br i1 %17, label %18, label %29
18:                                               ; preds = %5
  %19 = ptrtoint ptr %2 to i64
  %20 = ptrtoint ptr %1 to i64
  %21 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 9
  %22 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 8
  %23 = add i64 %19, -112
  %24 = sub i64 %23, %20
  %25 = insertelement <2 x double> poison, double %9, i64 0
  %26 = shufflevector <2 x double> %25, <2 x double> poison, <2 x i32> zeroinitializer
  %27 = insertelement <2 x double> poison, double %7, i64 0
  %28 = shufflevector <2 x double> %27, <2 x double> poison, <2 x i32> zeroinitializer
  br label %30
29:                                               ; preds = %85, %5
  ret i64 %16
30:                                               ; preds = %18, %85
  %31 = phi i64 [ 0, %18 ], [ %86, %85 ]
  %32 = sub nsw i64 %16, %31
  store i64 %32, ptr %21, align 16
  tail call fastcc void @refill(ptr noundef nonnull %1)
  %33 = load i64, ptr %22, align 8
  %34 = tail call i64 @llvm.smin.i64(i64 %33, i64 %32)
  %35 = icmp sgt i64 %34, 0
  br i1 %35, label %36, label %85
36:                                               ; preds = %30
  %37 = getelementptr double, ptr %2, i64 %31
  %38 = icmp ult i64 %34, 4
  br i1 %38, label %67, label %39
39:                                               ; preds = %36
  %40 = shl i64 %31, 3
  %41 = add i64 %24, %40
  %42 = icmp ult i64 %41, 32
  br i1 %42, label %67, label %43
43:                                               ; preds = %39
  %44 = and i64 %34, 9223372036854775804
  br label %45
45:                                               ; preds = %45, %43
  %46 = phi i64 [ 0, %43 ], [ %63, %45 ]
  %47 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 11, i64 %46
  %48 = getelementptr inbounds i64, ptr %47, i64 2
  %49 = load <2 x i64>, ptr %47, align 8
  %50 = load <2 x i64>, ptr %48, align 8
  %51 = lshr <2 x i64> %49, <i64 11, i64 11>
  %52 = lshr <2 x i64> %50, <i64 11, i64 11>
  %53 = sitofp <2 x i64> %51 to <2 x double>
  %54 = sitofp <2 x i64> %52 to <2 x double>
  %55 = fmul <2 x double> %53, <double 0x3CA0000000000000, double 0x3CA0000000000000>
  %56 = fmul <2 x double> %54, <double 0x3CA0000000000000, double 0x3CA0000000000000>
  %57 = fmul <2 x double> %26, %55
  %58 = fmul <2 x double> %26, %56
  %59 = fadd <2 x double> %28, %57
  %60 = fadd <2 x double> %28, %58
  %61 = getelementptr double, ptr %37, i64 %46
  %62 = getelementptr double, ptr %61, i64 2
  store <2 x double> %59, ptr %61, align 8
  store <2 x double> %60, ptr %62, align 8
  %63 = add nuw i64 %46, 4
  %64 = icmp eq i64 %63, %44
  br i1 %64, label %65, label %45
65:                                               ; preds = %45
  %66 = icmp eq i64 %34, %44
  br i1 %66, label %85, label %67
67:                                               ; preds = %39, %36, %65
  %68 = phi i64 [ 0, %39 ], [ 0, %36 ], [ %44, %65 ]
  %69 = or disjoint i64 %68, 1
  %70 = and i64 %34, 1
  %71 = icmp eq i64 %70, 0
  br i1 %71, label %82, label %72
72:                                               ; preds = %67
  %73 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 11, i64 %68
  %74 = load i64, ptr %73, align 8
  %75 = lshr i64 %74, 11
  %76 = sitofp i64 %75 to double
  %77 = fmul double %76, 0x3CA0000000000000
  %78 = fmul double %9, %77
  %79 = fadd double %7, %78
  %80 = getelementptr double, ptr %37, i64 %68
  store double %79, ptr %80, align 8
  %81 = or disjoint i64 %68, 1
  br label %82
82:                                               ; preds = %72, %67
  %83 = phi i64 [ %68, %67 ], [ %81, %72 ]
  %84 = icmp eq i64 %34, %69
  br i1 %84, label %85, label %88
85:                                               ; preds = %82, %88, %65, %30
  store i64 %34, ptr %12, align 16
  %86 = add nsw i64 %34, %31
  %87 = icmp slt i64 %86, %16
  br i1 %87, label %30, label %29
88:                                               ; preds = %82, %88
  %89 = phi i64 [ %107, %88 ], [ %83, %82 ]
  %90 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 11, i64 %89
  %91 = load i64, ptr %90, align 8
  %92 = lshr i64 %91, 11
  %93 = sitofp i64 %92 to double
  %94 = fmul double %93, 0x3CA0000000000000
  %95 = fmul double %9, %94
  %96 = fadd double %7, %95
  %97 = getelementptr double, ptr %37, i64 %89
  store double %96, ptr %97, align 8
  %98 = add nuw nsw i64 %89, 1
  %99 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 11, i64 %98
  %100 = load i64, ptr %99, align 8
  %101 = lshr i64 %100, 11
  %102 = sitofp i64 %101 to double
  %103 = fmul double %102, 0x3CA0000000000000
  %104 = fmul double %9, %103
  %105 = fadd double %7, %104
  %106 = getelementptr double, ptr %37, i64 %98
  store double %105, ptr %106, align 8
  %107 = add nuw nsw i64 %89, 2
  %108 = icmp eq i64 %107, %34
  br i1 %108, label %85, label %88
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
  %19 = sdiv i64 %2, 46
  %20 = add nsw i64 %19, %2
  tail call fastcc void @draw(ptr noundef nonnull byval(%struct.Drawing) align 8 %9, ptr noundef nonnull @normal_chunks, ptr noundef nonnull @normal, i64 noundef %20, ptr noundef %6)
  call void @llvm.lifetime.end.p0(i64 80, ptr nonnull %9)
  ret void
}
define internal void @normal_chunks(ptr nocapture readnone %0, ptr noundef %1, i64 noundef %2, i64 noundef %3) {
  %5 = icmp slt i64 %2, %3
  br i1 %5, label %7, label %6
6:                                                ; preds = %7, %4
  ret void
7:                                                ; preds = %4, %7
  %8 = phi i64 [ %9, %7 ], [ %2, %4 ]
  tail call fastcc void @draw_chunk(ptr noundef %1, i64 noundef %8, ptr noundef nonnull @normal)
  %9 = add i64 %8, 1
  %10 = icmp eq i64 %9, %3
  br i1 %10, label %6, label %7
}
define internal i64 @normal(ptr nocapture noundef readonly %0, ptr noundef %1, ptr nocapture noundef writeonly %2, i64 noundef %3, i64 noundef %4) {
  %6 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 5
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 3
  %9 = load double, ptr %8, align 8
  %10 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 4
  %11 = load double, ptr %10, align 8
  %12 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 10
  %13 = icmp sgt i64 %3, 0
  br i1 %13, label %14, label %89
14:                                               ; preds = %5
  %15 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 7
  %16 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 9
  %17 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 8
  %18 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 11
  br label %19
19:                                               ; preds = %86, %14
  %20 = phi i64 [ 0, %14 ], [ %87, %86 ]
  %21 = load i64, ptr %12, align 8
  %22 = load i64, ptr %15, align 16
  %23 = add nsw i64 %22, %21
  %24 = icmp slt i64 %23, %4
  br i1 %24, label %25, label %89
25:                                               ; preds = %19
  %26 = sub nsw i64 %4, %23
  %27 = sub nsw i64 %3, %20
  %28 = tail call i64 @llvm.smin.i64(i64 %26, i64 %27)
  store i64 %28, ptr %16, align 16
  %29 = load i64, ptr %17, align 8
  %30 = icmp eq i64 %22, %29
  br i1 %30, label %31, label %34
31:                                               ; preds = %25
  tail call fastcc void @refill(ptr noundef nonnull %1)
  %32 = load i64, ptr %17, align 8
  %33 = load i64, ptr %15, align 16
  br label %34
34:                                               ; preds = %31, %25
  %35 = phi i64 [ %33, %31 ], [ %22, %25 ]
  %36 = phi i64 [ %32, %31 ], [ %29, %25 ]
  %37 = sub nsw i64 %36, %35
  %38 = tail call i64 @llvm.smin.i64(i64 %37, i64 %28)
  %39 = getelementptr inbounds i64, ptr %18, i64 %35
  %40 = icmp sgt i64 %38, 0
  br i1 %40, label %41, label %70
41:                                               ; preds = %34
  %42 = getelementptr double, ptr %2, i64 %20
  br label %43
43:                                               ; preds = %53, %41
  %44 = phi i64 [ 0, %41 ], [ %66, %53 ]
  %45 = getelementptr inbounds i64, ptr %39, i64 %44
  %46 = load i64, ptr %45, align 8
  %47 = lshr i64 %46, 9
  %48 = and i64 %47, 4503599627370495
  %49 = and i64 %46, 255
  %50 = getelementptr inbounds %struct.Ziggurat, ptr %7, i64 0, i32 5, i64 %49
  %51 = load i64, ptr %50, align 8
  %52 = icmp ult i64 %48, %51
  br i1 %52, label %53, label %75
53:                                               ; preds = %43
  %54 = sitofp i64 %48 to double
  %55 = getelementptr inbounds %struct.Ziggurat, ptr %7, i64 0, i32 4, i64 %49
  %56 = load double, ptr %55, align 8
  %57 = fmul double %56, %54
  %58 = bitcast double %57 to i64
  %59 = shl i64 %46, 55
  %60 = and i64 %59, -9223372036854775808
  %61 = xor i64 %60, %58
  %62 = bitcast i64 %61 to double
  %63 = fmul double %11, %62
  %64 = fadd double %9, %63
  %65 = getelementptr double, ptr %42, i64 %44
  store double %64, ptr %65, align 8
  %66 = add nuw nsw i64 %44, 1
  %67 = icmp eq i64 %66, %38
  br i1 %67, label %68, label %43
68:                                               ; preds = %53
  %69 = load i64, ptr %15, align 16
  br label %70
70:                                               ; preds = %68, %34
  %71 = phi i64 [ %35, %34 ], [ %69, %68 ]
  %72 = phi i64 [ 0, %34 ], [ %38, %68 ]
  %73 = add nsw i64 %72, %71
  store i64 %73, ptr %15, align 16
  %74 = add nsw i64 %72, %20
  br label %86
75:                                               ; preds = %43
  %76 = load i64, ptr %15, align 16
  %77 = add nsw i64 %76, %44
  store i64 %77, ptr %15, align 16
  %78 = add nsw i64 %44, %20
  %79 = sub nsw i64 %28, %44
  store i64 %79, ptr %16, align 16
  %80 = load ptr, ptr %7, align 8
  %81 = tail call double %80(ptr noundef nonnull %1)
  %82 = fmul double %11, %81
  %83 = fadd double %9, %82
  %84 = add nsw i64 %78, 1
  %85 = getelementptr inbounds double, ptr %2, i64 %78
  store double %83, ptr %85, align 8
  br label %86
86:                                               ; preds = %75, %70
  %87 = phi i64 [ %84, %75 ], [ %74, %70 ]
  %88 = icmp slt i64 %87, %3
  br i1 %88, label %19, label %89
89:                                               ; preds = %19, %86, %5
  %90 = phi i64 [ 0, %5 ], [ %20, %19 ], [ %87, %86 ]
  ret i64 %90
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
  %19 = sdiv i64 %2, 31
  %20 = add nsw i64 %19, %2
  tail call fastcc void @draw(ptr noundef nonnull byval(%struct.Drawing) align 8 %9, ptr noundef nonnull @exponential_chunks, ptr noundef nonnull @exponential, i64 noundef %20, ptr noundef %6)
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
  tail call fastcc void @draw_chunk(ptr noundef %1, i64 noundef %8, ptr noundef nonnull @exponential)
  %9 = add i64 %8, 1
  %10 = icmp eq i64 %9, %3
  br i1 %10, label %6, label %7
}
define internal i64 @exponential(ptr nocapture noundef readonly %0, ptr noundef %1, ptr nocapture noundef writeonly %2, i64 noundef %3, i64 noundef %4) {
  %6 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 5
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 3
  %9 = load double, ptr %8, align 8
  %10 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 4
  %11 = load double, ptr %10, align 8
  %12 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 10
  %13 = icmp sgt i64 %3, 0
  br i1 %13, label %14, label %84
14:                                               ; preds = %5
  %15 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 7
  %16 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 9
  %17 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 8
  %18 = getelementptr inbounds %struct.Words, ptr %1, i64 0, i32 11
  br label %19
19:                                               ; preds = %81, %14
  %20 = phi i64 [ 0, %14 ], [ %82, %81 ]
  %21 = load i64, ptr %12, align 8
  %22 = load i64, ptr %15, align 16
  %23 = add nsw i64 %22, %21
  %24 = icmp slt i64 %23, %4
  br i1 %24, label %25, label %84
25:                                               ; preds = %19
  %26 = sub nsw i64 %4, %23
  %27 = sub nsw i64 %3, %20
  %28 = tail call i64 @llvm.smin.i64(i64 %26, i64 %27)
  store i64 %28, ptr %16, align 16
  %29 = load i64, ptr %17, align 8
  %30 = icmp eq i64 %22, %29
  br i1 %30, label %31, label %34
31:                                               ; preds = %25
  tail call fastcc void @refill(ptr noundef nonnull %1)
  %32 = load i64, ptr %17, align 8
  %33 = load i64, ptr %15, align 16
  br label %34
34:                                               ; preds = %31, %25
  %35 = phi i64 [ %33, %31 ], [ %22, %25 ]
  %36 = phi i64 [ %32, %31 ], [ %29, %25 ]
  %37 = sub nsw i64 %36, %35
  %38 = tail call i64 @llvm.smin.i64(i64 %37, i64 %28)
  %39 = getelementptr inbounds i64, ptr %18, i64 %35
  %40 = icmp sgt i64 %38, 0
  br i1 %40, label %41, label %65
41:                                               ; preds = %34
  %42 = getelementptr double, ptr %2, i64 %20
  br label %43
43:                                               ; preds = %53, %41
  %44 = phi i64 [ 0, %41 ], [ %61, %53 ]
  %45 = getelementptr inbounds i64, ptr %39, i64 %44
  %46 = load i64, ptr %45, align 8
  %47 = lshr i64 %46, 3
  %48 = lshr i64 %46, 11
  %49 = and i64 %47, 255
  %50 = getelementptr inbounds %struct.Ziggurat, ptr %7, i64 0, i32 5, i64 %49
  %51 = load i64, ptr %50, align 8
  %52 = icmp ult i64 %48, %51
  br i1 %52, label %53, label %70
53:                                               ; preds = %43
  %54 = sitofp i64 %48 to double
  %55 = getelementptr inbounds %struct.Ziggurat, ptr %7, i64 0, i32 4, i64 %49
  %56 = load double, ptr %55, align 8
  %57 = fmul double %56, %54
  %58 = fmul double %11, %57
  %59 = fadd double %9, %58
  %60 = getelementptr double, ptr %42, i64 %44
  store double %59, ptr %60, align 8
  %61 = add nuw nsw i64 %44, 1
  %62 = icmp eq i64 %61, %38
  br i1 %62, label %63, label %43
63:                                               ; preds = %53
  %64 = load i64, ptr %15, align 16
  br label %65
65:                                               ; preds = %63, %34
  %66 = phi i64 [ %35, %34 ], [ %64, %63 ]
  %67 = phi i64 [ 0, %34 ], [ %38, %63 ]
  %68 = add nsw i64 %67, %66
  store i64 %68, ptr %15, align 16
  %69 = add nsw i64 %67, %20
  br label %81
70:                                               ; preds = %43
  %71 = load i64, ptr %15, align 16
  %72 = add nsw i64 %71, %44
  store i64 %72, ptr %15, align 16
  %73 = add nsw i64 %44, %20
  %74 = sub nsw i64 %28, %44
  store i64 %74, ptr %16, align 16
  %75 = load ptr, ptr %7, align 8
  %76 = tail call double %75(ptr noundef nonnull %1)
  %77 = fmul double %11, %76
  %78 = fadd double %9, %77
  %79 = add nsw i64 %73, 1
  %80 = getelementptr inbounds double, ptr %2, i64 %73
  store double %78, ptr %80, align 8
  br label %81
81:                                               ; preds = %70, %65
  %82 = phi i64 [ %79, %70 ], [ %69, %65 ]
  %83 = icmp slt i64 %82, %3
  br i1 %83, label %19, label %84
84:                                               ; preds = %19, %81, %5
  %85 = phi i64 [ 0, %5 ], [ %20, %19 ], [ %82, %81 ]
  ret i64 %85
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
  %12 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 11, i64 %10
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
  %12 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 11, i64 %10
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
  %12 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 11, i64 %10
  %13 = load i64, ptr %12, align 8
  %14 = lshr i64 %13, 11
  %15 = sitofp i64 %14 to double
  %16 = fmul double %15, 0x3CA0000000000000
  ret double %16
}
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
  %35 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 10
  %36 = load i64, ptr %35, align 8
  %37 = add nsw i64 %36, %3
  store i64 %37, ptr %35, align 8
  store i64 0, ptr %2, align 16
  %38 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 9
  %39 = load i64, ptr %38, align 16
  %40 = icmp slt i64 %39, 504
  br i1 %40, label %41, label %45
41:                                               ; preds = %28
  %42 = add nsw i64 %39, 11
  %43 = sdiv i64 %42, 4
  %44 = shl nsw i64 %43, 2
  br label %45
45:                                               ; preds = %28, %41
  %46 = phi i64 [ %44, %41 ], [ 512, %28 ]
  %47 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 6
  %48 = load i128, ptr %47, align 16
  %49 = mul i128 %48, 129008165327074651996413634673051154972
  %50 = icmp sgt i64 %46, 0
  br i1 %50, label %51, label %107
51:                                               ; preds = %45
  %52 = mul i128 %34, 47026247687942121848144207491837523525
  %53 = add i128 %48, %52
  %54 = mul i128 %53, 47026247687942121848144207491837523525
  %55 = add i128 %48, %54
  %56 = mul i128 %55, 47026247687942121848144207491837523525
  %57 = add i128 %48, %56
  %58 = mul i128 %57, 47026247687942121848144207491837523525
  %59 = add i128 %48, %58
  br label %60
60:                                               ; preds = %51, %60
  %61 = phi i128 [ %104, %60 ], [ %59, %51 ]
  %62 = phi i128 [ %94, %60 ], [ %57, %51 ]
  %63 = phi i128 [ %84, %60 ], [ %55, %51 ]
  %64 = phi i128 [ %74, %60 ], [ %53, %51 ]
  %65 = phi i64 [ %105, %60 ], [ 0, %51 ]
  %66 = lshr i128 %64, 64
  %67 = xor i128 %66, %64
  %68 = trunc i128 %67 to i64
  %69 = lshr i128 %64, 122
  %70 = trunc i128 %69 to i64
  %71 = tail call noundef i64 @llvm.fshr.i64(i64 %68, i64 %68, i64 %70)
  %72 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 11, i64 %65
  store i64 %71, ptr %72, align 8
  %73 = mul i128 %64, -14801910863484617929377820755756820623
  %74 = add i128 %73, %49
  %75 = lshr i128 %63, 64
  %76 = xor i128 %75, %63
  %77 = trunc i128 %76 to i64
  %78 = lshr i128 %63, 122
  %79 = trunc i128 %78 to i64
  %80 = tail call noundef i64 @llvm.fshr.i64(i64 %77, i64 %77, i64 %79)
  %81 = or disjoint i64 %65, 1
  %82 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 11, i64 %81
  store i64 %80, ptr %82, align 8
  %83 = mul i128 %63, -14801910863484617929377820755756820623
  %84 = add i128 %83, %49
  %85 = lshr i128 %62, 64
  %86 = xor i128 %85, %62
  %87 = trunc i128 %86 to i64
  %88 = lshr i128 %62, 122
  %89 = trunc i128 %88 to i64
  %90 = tail call noundef i64 @llvm.fshr.i64(i64 %87, i64 %87, i64 %89)
  %91 = or disjoint i64 %65, 2
  %92 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 11, i64 %91
  store i64 %90, ptr %92, align 8
  %93 = mul i128 %62, -14801910863484617929377820755756820623
  %94 = add i128 %93, %49
  %95 = lshr i128 %61, 64
  %96 = xor i128 %95, %61
  %97 = trunc i128 %96 to i64
  %98 = lshr i128 %61, 122
  %99 = trunc i128 %98 to i64
  %100 = tail call noundef i64 @llvm.fshr.i64(i64 %97, i64 %97, i64 %99)
  %101 = or disjoint i64 %65, 3
  %102 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 11, i64 %101
  store i64 %100, ptr %102, align 8
  %103 = mul i128 %61, -14801910863484617929377820755756820623
  %104 = add i128 %103, %49
  %105 = add nuw nsw i64 %65, 4
  %106 = icmp slt i64 %105, %46
  br i1 %106, label %60, label %107
107:                                              ; preds = %60, %45
  %108 = getelementptr inbounds %struct.Words, ptr %0, i64 0, i32 8
  store i64 %46, ptr %108, align 8
  ret void
}
define internal fastcc void @draw_chunk(ptr noundef %0, i64 noundef %1, ptr nocapture noundef readonly %2) unnamed_addr {
  %4 = alloca [2048 x double], align 16
  %5 = ptrtoint ptr %4 to i64
  %6 = alloca %struct.Words, align 16
  %7 = shl nsw i64 %1, 11
  %8 = add nsw i64 %7, 2048
  call void @llvm.lifetime.start.p0(i64 16384, ptr nonnull %4)
  %9 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 7
  %10 = load atomic i64, ptr %9 acquire, align 8
  %11 = icmp eq i64 %10, %1
  call void @llvm.lifetime.start.p0(i64 4208, ptr nonnull %6)
  br i1 %11, label %12, label %19
12:                                               ; preds = %3
  %13 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 8
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 1
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 8
  %18 = getelementptr inbounds double, ptr %16, i64 %14
  br label %93
19:                                               ; preds = %3
  %20 = load ptr, ptr %0, align 8
  store ptr %6, ptr %6, align 16
  %21 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 4
  store ptr @next_word, ptr %21, align 16
  %22 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 1
  store ptr @next_word, ptr %22, align 8
  %23 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 2
  store ptr @next_half, ptr %23, align 16
  %24 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 3
  store ptr @next_double, ptr %24, align 8
  %25 = load i128, ptr %20, align 8
  %26 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 5
  store i128 %25, ptr %26, align 16
  %27 = getelementptr inbounds %struct.Pcg, ptr %20, i64 0, i32 1
  %28 = load i128, ptr %27, align 8
  %29 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 6
  store i128 %28, ptr %29, align 16
  %30 = icmp eq i64 %1, 0
  br i1 %30, label %51, label %31
31:                                               ; preds = %19, %43
  %32 = phi i128 [ %47, %43 ], [ %28, %19 ]
  %33 = phi i128 [ %48, %43 ], [ 47026247687942121848144207491837523525, %19 ]
  %34 = phi i128 [ %45, %43 ], [ 0, %19 ]
  %35 = phi i128 [ %44, %43 ], [ 1, %19 ]
  %36 = phi i64 [ %49, %43 ], [ %7, %19 ]
  %37 = and i64 %36, 1
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %43, label %39
39:                                               ; preds = %31
  %40 = mul i128 %35, %33
  %41 = mul i128 %34, %33
  %42 = add i128 %41, %32
  br label %43
43:                                               ; preds = %39, %31
  %44 = phi i128 [ %40, %39 ], [ %35, %31 ]
  %45 = phi i128 [ %42, %39 ], [ %34, %31 ]
  %46 = add i128 %33, 1
  %47 = mul i128 %46, %32
  %48 = mul i128 %33, %33
  %49 = ashr i64 %36, 1
  %50 = icmp ult i64 %36, 2
  br i1 %50, label %51, label %31
51:                                               ; preds = %43, %19
  %52 = phi i128 [ 1, %19 ], [ %44, %43 ]
  %53 = phi i128 [ 0, %19 ], [ %45, %43 ]
  %54 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 7
  %55 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 8
  %56 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 10
  %57 = mul i128 %52, %25
  %58 = add i128 %57, %53
  store i128 %58, ptr %26, align 16
  store i64 %7, ptr %56, align 8
  store i64 0, ptr %55, align 8
  store i64 0, ptr %54, align 16
  %59 = call i64 %2(ptr noundef nonnull %0, ptr noundef nonnull %6, ptr noundef nonnull %4, i64 noundef 2048, i64 noundef %8)
  %60 = load atomic i64, ptr %9 acquire, align 8
  %61 = icmp eq i64 %60, %1
  br i1 %61, label %74, label %62
62:                                               ; preds = %51
  %63 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 6
  br label %64
64:                                               ; preds = %70, %62
  %65 = phi i32 [ 1, %62 ], [ %71, %70 ]
  %66 = and i32 %65, 4095
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %68, label %70
68:                                               ; preds = %64
  %69 = load ptr, ptr %63, align 8
  call void %69()
  br label %70
70:                                               ; preds = %68, %64
  %71 = add nuw nsw i32 %65, 1
  %72 = load atomic i64, ptr %9 acquire, align 8
  %73 = icmp eq i64 %72, %1
  br i1 %73, label %74, label %64
74:                                               ; preds = %70, %51
  %75 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 9
  %76 = load i64, ptr %75, align 8
  %77 = icmp eq i64 %76, %7
  %78 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 8
  %79 = load i64, ptr %78, align 8
  br i1 %77, label %84, label %80
80:                                               ; preds = %74
  %81 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 1
  %82 = load ptr, ptr %81, align 8
  %83 = getelementptr inbounds double, ptr %82, i64 %79
  br label %99
84:                                               ; preds = %74
  %85 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 2
  %86 = load i64, ptr %85, align 8
  %87 = sub nsw i64 %86, %79
  %88 = icmp sgt i64 %59, %87
  %89 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 1
  %90 = load ptr, ptr %89, align 8
  %91 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 8
  %92 = getelementptr inbounds double, ptr %90, i64 %79
  br i1 %88, label %93, label %148
93:                                               ; preds = %12, %84
  %94 = phi ptr [ %18, %12 ], [ %92, %84 ]
  %95 = phi ptr [ %17, %12 ], [ %91, %84 ]
  %96 = phi i64 [ %14, %12 ], [ %79, %84 ]
  %97 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 9
  %98 = load i64, ptr %97, align 8
  br label %99
99:                                               ; preds = %93, %80
  %100 = phi i64 [ %76, %80 ], [ %98, %93 ]
  %101 = phi ptr [ %83, %80 ], [ %94, %93 ]
  %102 = phi i64 [ %79, %80 ], [ %96, %93 ]
  %103 = phi ptr [ %78, %80 ], [ %95, %93 ]
  %104 = load ptr, ptr %0, align 8
  store ptr %6, ptr %6, align 16
  %105 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 4
  store ptr @next_word, ptr %105, align 16
  %106 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 1
  store ptr @next_word, ptr %106, align 8
  %107 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 2
  store ptr @next_half, ptr %107, align 16
  %108 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 3
  store ptr @next_double, ptr %108, align 8
  %109 = load i128, ptr %104, align 8
  %110 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 5
  store i128 %109, ptr %110, align 16
  %111 = getelementptr inbounds %struct.Pcg, ptr %104, i64 0, i32 1
  %112 = load i128, ptr %111, align 8
  %113 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 6
  store i128 %112, ptr %113, align 16
  %114 = icmp eq i64 %100, 0
  br i1 %114, label %135, label %115
115:                                              ; preds = %99, %127
  %116 = phi i128 [ %131, %127 ], [ %112, %99 ]
  %117 = phi i128 [ %132, %127 ], [ 47026247687942121848144207491837523525, %99 ]
  %118 = phi i128 [ %129, %127 ], [ 0, %99 ]
  %119 = phi i128 [ %128, %127 ], [ 1, %99 ]
  %120 = phi i64 [ %133, %127 ], [ %100, %99 ]
  %121 = and i64 %120, 1
  %122 = icmp eq i64 %121, 0
  br i1 %122, label %127, label %123
123:                                              ; preds = %115
  %124 = mul i128 %119, %117
  %125 = mul i128 %118, %117
  %126 = add i128 %125, %116
  br label %127
127:                                              ; preds = %123, %115
  %128 = phi i128 [ %124, %123 ], [ %119, %115 ]
  %129 = phi i128 [ %126, %123 ], [ %118, %115 ]
  %130 = add i128 %117, 1
  %131 = mul i128 %130, %116
  %132 = mul i128 %117, %117
  %133 = ashr i64 %120, 1
  %134 = icmp ult i64 %120, 2
  br i1 %134, label %135, label %115
135:                                              ; preds = %127, %99
  %136 = phi i128 [ 1, %99 ], [ %128, %127 ]
  %137 = phi i128 [ 0, %99 ], [ %129, %127 ]
  %138 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 7
  %139 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 8
  %140 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 10
  %141 = mul i128 %136, %109
  %142 = add i128 %141, %137
  store i128 %142, ptr %110, align 16
  store i64 %100, ptr %140, align 8
  store i64 0, ptr %139, align 8
  store i64 0, ptr %138, align 16
  %143 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 2
  %144 = load i64, ptr %143, align 8
  %145 = sub nsw i64 %144, %102
  %146 = call i64 %2(ptr noundef nonnull %0, ptr noundef nonnull %6, ptr noundef %101, i64 noundef %145, i64 noundef %8)
  %147 = load i64, ptr %103, align 8
  br label %148
148:                                              ; preds = %135, %84
  %149 = phi i64 [ %79, %84 ], [ %147, %135 ]
  %150 = phi i1 [ true, %84 ], [ false, %135 ]
  %151 = phi ptr [ %92, %84 ], [ %101, %135 ]
  %152 = phi ptr [ %91, %84 ], [ %103, %135 ]
  %153 = phi i64 [ %59, %84 ], [ %146, %135 ]
  %154 = add nsw i64 %149, %153
  store i64 %154, ptr %152, align 8
  %155 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 10
  %156 = load i64, ptr %155, align 8
  %157 = getelementptr inbounds %struct.Words, ptr %6, i64 0, i32 7
  %158 = load i64, ptr %157, align 16
  %159 = add nsw i64 %158, %156
  %160 = getelementptr inbounds %struct.Drawing, ptr %0, i64 0, i32 9
  store i64 %159, ptr %160, align 8
  %161 = add nsw i64 %1, 1
  store atomic i64 %161, ptr %9 release, align 8
  %162 = icmp sgt i64 %153, 0
  %163 = select i1 %150, i1 %162, i1 false
  br i1 %163, label %164, label %220
164:                                              ; preds = %148
  %165 = ptrtoint ptr %151 to i64
  %166 = icmp ult i64 %153, 6
  %167 = sub i64 %165, %5
  %168 = icmp ult i64 %167, 32
  %169 = select i1 %166, i1 true, i1 %168
  br i1 %169, label %184, label %170
170:                                              ; preds = %164
  %171 = and i64 %153, -4
  br label %172
172:                                              ; preds = %172, %170
  %173 = phi i64 [ 0, %170 ], [ %180, %172 ]
  %174 = getelementptr inbounds [2048 x double], ptr %4, i64 0, i64 %173
  %175 = getelementptr inbounds double, ptr %174, i64 2
  %176 = load <2 x double>, ptr %174, align 16
  %177 = load <2 x double>, ptr %175, align 16
  %178 = getelementptr inbounds double, ptr %151, i64 %173
  %179 = getelementptr inbounds double, ptr %178, i64 2
  store <2 x double> %176, ptr %178, align 8
  store <2 x double> %177, ptr %179, align 8
  %180 = add nuw i64 %173, 4
  %181 = icmp eq i64 %180, %171
  br i1 %181, label %182, label %172
182:                                              ; preds = %172
  %183 = icmp eq i64 %153, %171
  br i1 %183, label %220, label %184
184:                                              ; preds = %164, %182
  %185 = phi i64 [ 0, %164 ], [ %171, %182 ]
  %186 = and i64 %153, 3
  %187 = icmp eq i64 %186, 0
  br i1 %187, label %197, label %188
188:                                              ; preds = %184, %188
  %189 = phi i64 [ %194, %188 ], [ %185, %184 ]
  %190 = phi i64 [ %195, %188 ], [ 0, %184 ]
  %191 = getelementptr inbounds [2048 x double], ptr %4, i64 0, i64 %189
  %192 = load double, ptr %191, align 8
  %193 = getelementptr inbounds double, ptr %151, i64 %189
  store double %192, ptr %193, align 8
  %194 = add nuw nsw i64 %189, 1
  %195 = add i64 %190, 1
  %196 = icmp eq i64 %195, %186
  br i1 %196, label %197, label %188
197:                                              ; preds = %188, %184
  %198 = phi i64 [ %185, %184 ], [ %194, %188 ]
  %199 = sub i64 %185, %153
  %200 = icmp ugt i64 %199, -4
  br i1 %200, label %220, label %201
201:                                              ; preds = %197, %201
  %202 = phi i64 [ %218, %201 ], [ %198, %197 ]
  %203 = getelementptr inbounds [2048 x double], ptr %4, i64 0, i64 %202
  %204 = load double, ptr %203, align 8
  %205 = getelementptr inbounds double, ptr %151, i64 %202
  store double %204, ptr %205, align 8
  %206 = add nuw nsw i64 %202, 1
  %207 = getelementptr inbounds [2048 x double], ptr %4, i64 0, i64 %206
  %208 = load double, ptr %207, align 8
  %209 = getelementptr inbounds double, ptr %151, i64 %206
  store double %208, ptr %209, align 8
  %210 = add nuw nsw i64 %202, 2
  %211 = getelementptr inbounds [2048 x double], ptr %4, i64 0, i64 %210
  %212 = load double, ptr %211, align 8
  %213 = getelementptr inbounds double, ptr %151, i64 %210
  store double %212, ptr %213, align 8
  %214 = add nuw nsw i64 %202, 3
  %215 = getelementptr inbounds [2048 x double], ptr %4, i64 0, i64 %214
  %216 = load double, ptr %215, align 8
  %217 = getelementptr inbounds double, ptr %151, i64 %214
  store double %216, ptr %217, align 8
  %218 = add nuw nsw i64 %202, 4
  %219 = icmp eq i64 %218, %153
  br i1 %219, label %220, label %201
220:                                              ; preds = %197, %201, %182, %148
  call void @llvm.lifetime.end.p0(i64 4208, ptr nonnull %6)
  call void @llvm.lifetime.end.p0(i64 16384, ptr nonnull %4)
  ret void
}
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare <2 x i64> @llvm.smax.v2i64(<2 x i64>, <2 x i64>)
