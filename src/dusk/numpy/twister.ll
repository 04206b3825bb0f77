; made by `make follower` from sources of hash d0f924347da1eb411e6c70dcf0f376e3
%struct.Twister = type { [624 x i32], i32 }
define void @twister_uniform(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, i64 noundef %2, double noundef %3, double noundef %4, ptr nocapture noundef readnone %5) local_unnamed_addr {
  %7 = alloca [1024 x i32], align 16
  call void @llvm.lifetime.start.p0(i64 4096, ptr nonnull %7)
  %8 = icmp sgt i64 %2, 0
  br i1 %8, label %9, label %14
9:                                                ; preds = %6
  %10 = insertelement <8 x double> poison, double %3, i64 0
  %11 = shufflevector <8 x double> %10, <8 x double> poison, <8 x i32> zeroinitializer
  %12 = insertelement <8 x double> poison, double %4, i64 0
  %13 = shufflevector <8 x double> %12, <8 x double> poison, <8 x i32> zeroinitializer
  br label %15
14:                                               ; preds = %23, %6
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %7)
  ret void
15:                                               ; preds = %9, %23
  %16 = phi i64 [ 0, %9 ], [ %24, %23 ]
  %17 = sub nsw i64 %2, %16
  %18 = call i64 @llvm.smin.i64(i64 %17, i64 512)
  %19 = shl nsw i64 %18, 1
  call fastcc void @next_words(ptr noundef %0, ptr noundef nonnull %7, i64 noundef %19)
  %20 = icmp sgt i64 %17, 0
  br i1 %20, label %21, label %23
21:                                               ; preds = %15
  %22 = getelementptr double, ptr %1, i64 %16
  br label %26
23:                                               ; preds = %55, %15
  %24 = add nsw i64 %18, %16
  %25 = icmp slt i64 %24, %2
  br i1 %25, label %15, label %14
26:                                               ; preds = %21, %55
  %27 = phi i64 [ 0, %21 ], [ %39, %55 ]
  %28 = shl nuw nsw i64 %27, 1
  %29 = getelementptr inbounds i32, ptr %7, i64 %28
  %30 = load <8 x i64>, ptr %29, align 16
  %31 = shl <8 x i64> %30, <i64 21, i64 21, i64 21, i64 21, i64 21, i64 21, i64 21, i64 21>
  %32 = and <8 x i64> %31, <i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128>
  %33 = lshr <8 x i64> %30, <i64 38, i64 38, i64 38, i64 38, i64 38, i64 38, i64 38, i64 38>
  %34 = or disjoint <8 x i64> %32, %33
  %35 = uitofp <8 x i64> %34 to <8 x double>
  %36 = fmul <8 x double> %35, <double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000>
  %37 = fmul <8 x double> %13, %36
  %38 = fadd <8 x double> %11, %37
  %39 = add nuw nsw i64 %27, 8
  %40 = icmp sgt i64 %39, %18
  br i1 %40, label %41, label %45
41:                                               ; preds = %26
  %42 = icmp slt i64 %27, %18
  br i1 %42, label %43, label %55
43:                                               ; preds = %41
  %44 = getelementptr double, ptr %22, i64 %27
  br label %47
45:                                               ; preds = %26
  %46 = getelementptr inbounds double, ptr %22, i64 %27
  store <8 x double> %38, ptr %46, align 8
  br label %55
47:                                               ; preds = %43, %47
  %48 = phi i64 [ 0, %43 ], [ %52, %47 ]
  %49 = trunc i64 %48 to i32
  %50 = extractelement <8 x double> %38, i32 %49
  %51 = getelementptr double, ptr %44, i64 %48
  store double %50, ptr %51, align 8
  %52 = add nuw nsw i64 %48, 1
  %53 = add nuw nsw i64 %27, %52
  %54 = icmp slt i64 %53, %18
  br i1 %54, label %47, label %55
55:                                               ; preds = %47, %41, %45
  %56 = icmp slt i64 %39, %18
  br i1 %56, label %26, label %23
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)
define internal fastcc void @next_words(ptr nocapture noundef %0, ptr noundef writeonly %1, i64 noundef %2) unnamed_addr {
  %4 = icmp sgt i64 %2, 0
  br i1 %4, label %5, label %28
5:                                                ; preds = %3
  %6 = ptrtoint ptr %1 to i64
  %7 = ptrtoint ptr %0 to i64
  %8 = getelementptr inbounds %struct.Twister, ptr %0, i64 0, i32 1
  %9 = getelementptr i32, ptr %0, i64 224
  %10 = getelementptr i32, ptr %0, i64 621
  %11 = getelementptr i32, ptr %0, i64 225
  %12 = getelementptr i32, ptr %0, i64 226
  %13 = getelementptr i32, ptr %0, i64 623
  %14 = getelementptr inbounds i32, ptr %0, i64 227
  %15 = getelementptr i32, ptr %0, i64 611
  %16 = getelementptr inbounds i32, ptr %0, i64 396
  %17 = icmp eq ptr %1, null
  %18 = load i32, ptr %8, align 4
  %19 = getelementptr i32, ptr %0, i64 611
  %20 = getelementptr i32, ptr %0, i64 384
  %21 = getelementptr i32, ptr %0, i64 612
  %22 = getelementptr i32, ptr %0, i64 615
  %23 = getelementptr i32, ptr %0, i64 388
  %24 = getelementptr i32, ptr %0, i64 616
  %25 = getelementptr i32, ptr %0, i64 619
  %26 = getelementptr i32, ptr %0, i64 392
  %27 = getelementptr i32, ptr %0, i64 620
  br label %29
28:                                               ; preds = %251, %3
  ret void
29:                                               ; preds = %5, %251
  %30 = phi i32 [ %18, %5 ], [ %254, %251 ]
  %31 = phi i64 [ 0, %5 ], [ %255, %251 ]
  %32 = icmp eq i32 %30, 624
  br i1 %32, label %33, label %151
33:                                               ; preds = %29, %33
  %34 = phi i64 [ %51, %33 ], [ 16, %29 ]
  %35 = phi i64 [ %34, %33 ], [ 0, %29 ]
  %36 = getelementptr inbounds i32, ptr %0, i64 %35
  %37 = load <16 x i32>, ptr %36, align 4
  %38 = getelementptr inbounds i32, ptr %36, i64 1
  %39 = load <16 x i32>, ptr %38, align 4
  %40 = getelementptr inbounds i32, ptr %36, i64 397
  %41 = load <16 x i32>, ptr %40, align 4
  %42 = and <16 x i32> %37, <i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648>
  %43 = and <16 x i32> %39, <i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646>
  %44 = or disjoint <16 x i32> %43, %42
  %45 = lshr exact <16 x i32> %44, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %46 = xor <16 x i32> %45, %41
  %47 = and <16 x i32> %39, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %48 = icmp eq <16 x i32> %47, zeroinitializer
  %49 = select <16 x i1> %48, <16 x i32> zeroinitializer, <16 x i32> <i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681>
  %50 = xor <16 x i32> %46, %49
  store <16 x i32> %50, ptr %36, align 4
  %51 = add nuw nsw i64 %34, 16
  %52 = icmp ugt i64 %34, 211
  br i1 %52, label %53, label %33
53:                                               ; preds = %33
  %54 = load i32, ptr %9, align 4
  %55 = load <2 x i32>, ptr %10, align 4
  %56 = load <2 x i32>, ptr %11, align 4
  %57 = insertelement <2 x i32> %56, i32 %54, i64 1
  %58 = and <2 x i32> %57, <i32 -2147483648, i32 -2147483648>
  %59 = shufflevector <2 x i32> %58, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %60 = and <2 x i32> %56, <i32 2147483646, i32 2147483646>
  %61 = or disjoint <2 x i32> %60, %59
  %62 = lshr exact <2 x i32> %61, <i32 1, i32 1>
  %63 = xor <2 x i32> %62, %55
  %64 = and <2 x i32> %56, <i32 1, i32 1>
  %65 = icmp eq <2 x i32> %64, zeroinitializer
  %66 = select <2 x i1> %65, <2 x i32> zeroinitializer, <2 x i32> <i32 -1727483681, i32 -1727483681>
  %67 = xor <2 x i32> %63, %66
  store <2 x i32> %67, ptr %9, align 4
  %68 = load i32, ptr %13, align 4
  %69 = extractelement <2 x i32> %56, i64 1
  %70 = and i32 %69, -2147483648
  %71 = load i32, ptr %14, align 4
  %72 = and i32 %71, 2147483646
  %73 = or disjoint i32 %72, %70
  %74 = lshr exact i32 %73, 1
  %75 = xor i32 %74, %68
  %76 = and i32 %71, 1
  %77 = icmp eq i32 %76, 0
  %78 = select i1 %77, i32 0, i32 -1727483681
  %79 = xor i32 %75, %78
  store i32 %79, ptr %12, align 4
  br label %131
80:                                               ; preds = %131
  %81 = load i32, ptr %15, align 4
  %82 = insertelement <4 x i32> poison, i32 %81, i64 3
  %83 = load <4 x i32>, ptr %20, align 4
  %84 = load <4 x i32>, ptr %21, align 4
  %85 = shufflevector <4 x i32> %82, <4 x i32> %84, <4 x i32> <i32 3, i32 4, i32 5, i32 6>
  %86 = and <4 x i32> %85, <i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648>
  %87 = and <4 x i32> %84, <i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646>
  %88 = or disjoint <4 x i32> %87, %86
  %89 = lshr exact <4 x i32> %88, <i32 1, i32 1, i32 1, i32 1>
  %90 = xor <4 x i32> %89, %83
  %91 = and <4 x i32> %84, <i32 1, i32 1, i32 1, i32 1>
  %92 = icmp eq <4 x i32> %91, zeroinitializer
  %93 = select <4 x i1> %92, <4 x i32> zeroinitializer, <4 x i32> <i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681>
  %94 = xor <4 x i32> %90, %93
  store <4 x i32> %94, ptr %19, align 4
  %95 = load <4 x i32>, ptr %23, align 4
  %96 = load <4 x i32>, ptr %24, align 4
  %97 = shufflevector <4 x i32> %84, <4 x i32> %96, <4 x i32> <i32 3, i32 4, i32 5, i32 6>
  %98 = and <4 x i32> %97, <i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648>
  %99 = and <4 x i32> %96, <i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646>
  %100 = or disjoint <4 x i32> %99, %98
  %101 = lshr exact <4 x i32> %100, <i32 1, i32 1, i32 1, i32 1>
  %102 = xor <4 x i32> %101, %95
  %103 = and <4 x i32> %96, <i32 1, i32 1, i32 1, i32 1>
  %104 = icmp eq <4 x i32> %103, zeroinitializer
  %105 = select <4 x i1> %104, <4 x i32> zeroinitializer, <4 x i32> <i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681>
  %106 = xor <4 x i32> %102, %105
  store <4 x i32> %106, ptr %22, align 4
  %107 = load <4 x i32>, ptr %26, align 4
  %108 = load <4 x i32>, ptr %27, align 4
  %109 = shufflevector <4 x i32> %96, <4 x i32> %108, <4 x i32> <i32 3, i32 4, i32 5, i32 6>
  %110 = and <4 x i32> %109, <i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648>
  %111 = and <4 x i32> %108, <i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646>
  %112 = or disjoint <4 x i32> %111, %110
  %113 = lshr exact <4 x i32> %112, <i32 1, i32 1, i32 1, i32 1>
  %114 = xor <4 x i32> %113, %107
  %115 = and <4 x i32> %108, <i32 1, i32 1, i32 1, i32 1>
  %116 = icmp eq <4 x i32> %115, zeroinitializer
  %117 = select <4 x i1> %116, <4 x i32> zeroinitializer, <4 x i32> <i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681>
  %118 = xor <4 x i32> %114, %117
  store <4 x i32> %118, ptr %25, align 4
  %119 = load i32, ptr %16, align 4
  %120 = load i32, ptr %13, align 4
  %121 = and i32 %120, -2147483648
  %122 = load i32, ptr %0, align 4
  %123 = and i32 %122, 2147483646
  %124 = or disjoint i32 %123, %121
  %125 = lshr exact i32 %124, 1
  %126 = xor i32 %125, %119
  %127 = and i32 %122, 1
  %128 = icmp eq i32 %127, 0
  %129 = select i1 %128, i32 0, i32 -1727483681
  %130 = xor i32 %126, %129
  store i32 %130, ptr %13, align 4
  store i32 0, ptr %8, align 4
  br label %151
131:                                              ; preds = %131, %53
  %132 = phi i64 [ %149, %131 ], [ 243, %53 ]
  %133 = phi i64 [ %132, %131 ], [ 227, %53 ]
  %134 = getelementptr inbounds i32, ptr %0, i64 %133
  %135 = load <16 x i32>, ptr %134, align 4
  %136 = getelementptr inbounds i32, ptr %134, i64 1
  %137 = load <16 x i32>, ptr %136, align 4
  %138 = getelementptr inbounds i32, ptr %134, i64 -227
  %139 = load <16 x i32>, ptr %138, align 4
  %140 = and <16 x i32> %135, <i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648>
  %141 = and <16 x i32> %137, <i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646, i32 2147483646>
  %142 = or disjoint <16 x i32> %141, %140
  %143 = lshr exact <16 x i32> %142, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %144 = xor <16 x i32> %143, %139
  %145 = and <16 x i32> %137, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %146 = icmp eq <16 x i32> %145, zeroinitializer
  %147 = select <16 x i1> %146, <16 x i32> zeroinitializer, <16 x i32> <i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681, i32 -1727483681>
  %148 = xor <16 x i32> %144, %147
  store <16 x i32> %148, ptr %134, align 4
  %149 = add nuw nsw i64 %132, 16
  %150 = icmp ugt i64 %132, 607
  br i1 %150, label %80, label %131
151:                                              ; preds = %80, %29
  %152 = phi i32 [ 0, %80 ], [ %30, %29 ]
  %153 = sub i32 624, %152
  %154 = sext i32 %153 to i64
  %155 = sub i64 %2, %31
  %156 = tail call i64 @llvm.smin.i64(i64 %155, i64 %154)
  %157 = sext i32 %152 to i64
  %158 = getelementptr inbounds i32, ptr %0, i64 %157
  br i1 %17, label %251, label %159
159:                                              ; preds = %151
  %160 = icmp slt i64 %156, 16
  br i1 %160, label %163, label %161
161:                                              ; preds = %159
  %162 = getelementptr inbounds i32, ptr %1, i64 %31
  br label %216
163:                                              ; preds = %216, %159
  %164 = phi i64 [ 0, %159 ], [ %217, %216 ]
  %165 = icmp slt i64 %164, %156
  br i1 %165, label %166, label %251
166:                                              ; preds = %163
  %167 = getelementptr i32, ptr %1, i64 %31
  %168 = sub i64 %156, %164
  %169 = icmp ult i64 %168, 8
  br i1 %169, label %214, label %170
170:                                              ; preds = %166
  %171 = shl i64 %31, 2
  %172 = shl nsw i64 %157, 2
  %173 = add i64 %171, %6
  %174 = add i64 %172, %7
  %175 = sub i64 %173, %174
  %176 = icmp ult i64 %175, 32
  br i1 %176, label %214, label %177
177:                                              ; preds = %170
  %178 = and i64 %156, 7
  %179 = sub i64 %168, %178
  %180 = add i64 %164, %179
  br label %181
181:                                              ; preds = %181, %177
  %182 = phi i64 [ 0, %177 ], [ %210, %181 ]
  %183 = add i64 %164, %182
  %184 = getelementptr inbounds i32, ptr %158, i64 %183
  %185 = getelementptr inbounds i32, ptr %184, i64 4
  %186 = load <4 x i32>, ptr %184, align 4
  %187 = load <4 x i32>, ptr %185, align 4
  %188 = lshr <4 x i32> %186, <i32 11, i32 11, i32 11, i32 11>
  %189 = lshr <4 x i32> %187, <i32 11, i32 11, i32 11, i32 11>
  %190 = xor <4 x i32> %188, %186
  %191 = xor <4 x i32> %189, %187
  %192 = shl <4 x i32> %190, <i32 7, i32 7, i32 7, i32 7>
  %193 = shl <4 x i32> %191, <i32 7, i32 7, i32 7, i32 7>
  %194 = and <4 x i32> %192, <i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656>
  %195 = and <4 x i32> %193, <i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656>
  %196 = xor <4 x i32> %194, %190
  %197 = xor <4 x i32> %195, %191
  %198 = shl <4 x i32> %196, <i32 15, i32 15, i32 15, i32 15>
  %199 = shl <4 x i32> %197, <i32 15, i32 15, i32 15, i32 15>
  %200 = and <4 x i32> %198, <i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544>
  %201 = and <4 x i32> %199, <i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544>
  %202 = xor <4 x i32> %200, %196
  %203 = xor <4 x i32> %201, %197
  %204 = lshr <4 x i32> %202, <i32 18, i32 18, i32 18, i32 18>
  %205 = lshr <4 x i32> %203, <i32 18, i32 18, i32 18, i32 18>
  %206 = xor <4 x i32> %204, %202
  %207 = xor <4 x i32> %205, %203
  %208 = getelementptr i32, ptr %167, i64 %183
  %209 = getelementptr i32, ptr %208, i64 4
  store <4 x i32> %206, ptr %208, align 4
  store <4 x i32> %207, ptr %209, align 4
  %210 = add nuw i64 %182, 8
  %211 = icmp eq i64 %210, %179
  br i1 %211, label %212, label %181
212:                                              ; preds = %181
  %213 = icmp eq i64 %178, 0
  br i1 %213, label %251, label %214
214:                                              ; preds = %170, %166, %212
  %215 = phi i64 [ %164, %170 ], [ %164, %166 ], [ %180, %212 ]
  br label %234
216:                                              ; preds = %161, %216
  %217 = phi i64 [ 16, %161 ], [ %232, %216 ]
  %218 = phi i64 [ 0, %161 ], [ %217, %216 ]
  %219 = getelementptr inbounds i32, ptr %158, i64 %218
  %220 = load <16 x i32>, ptr %219, align 4
  %221 = lshr <16 x i32> %220, <i32 11, i32 11, i32 11, i32 11, i32 11, i32 11, i32 11, i32 11, i32 11, i32 11, i32 11, i32 11, i32 11, i32 11, i32 11, i32 11>
  %222 = xor <16 x i32> %221, %220
  %223 = shl <16 x i32> %222, <i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7>
  %224 = and <16 x i32> %223, <i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656, i32 -1658038656>
  %225 = xor <16 x i32> %224, %222
  %226 = shl <16 x i32> %225, <i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15>
  %227 = and <16 x i32> %226, <i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544, i32 -272236544>
  %228 = xor <16 x i32> %227, %225
  %229 = lshr <16 x i32> %228, <i32 18, i32 18, i32 18, i32 18, i32 18, i32 18, i32 18, i32 18, i32 18, i32 18, i32 18, i32 18, i32 18, i32 18, i32 18, i32 18>
  %230 = xor <16 x i32> %229, %228
  %231 = getelementptr inbounds i32, ptr %162, i64 %218
  store <16 x i32> %230, ptr %231, align 4
  %232 = add nuw nsw i64 %217, 16
  %233 = icmp sgt i64 %232, %156
  br i1 %233, label %163, label %216
234:                                              ; preds = %214, %234
  %235 = phi i64 [ %249, %234 ], [ %215, %214 ]
  %236 = getelementptr inbounds i32, ptr %158, i64 %235
  %237 = load i32, ptr %236, align 4
  %238 = lshr i32 %237, 11
  %239 = xor i32 %238, %237
  %240 = shl i32 %239, 7
  %241 = and i32 %240, -1658038656
  %242 = xor i32 %241, %239
  %243 = shl i32 %242, 15
  %244 = and i32 %243, -272236544
  %245 = xor i32 %244, %242
  %246 = lshr i32 %245, 18
  %247 = xor i32 %246, %245
  %248 = getelementptr i32, ptr %167, i64 %235
  store i32 %247, ptr %248, align 4
  %249 = add nuw nsw i64 %235, 1
  %250 = icmp eq i64 %249, %156
  br i1 %250, label %251, label %234
251:                                              ; preds = %234, %212, %163, %151
  %252 = trunc i64 %156 to i32
  %253 = load i32, ptr %8, align 4
  %254 = add nsw i32 %253, %252
  store i32 %254, ptr %8, align 4
  %255 = add nsw i64 %156, %31
  %256 = icmp slt i64 %255, %2
  br i1 %256, label %29, label %28
}
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)
define void @twister_normal(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, i64 noundef %2, double noundef %3, double noundef %4, ptr nocapture noundef readonly %5) local_unnamed_addr {
  %7 = alloca [1024 x i32], align 16
  %8 = alloca [264 x double], align 16
  %9 = alloca [264 x double], align 16
  %10 = alloca [264 x double], align 16
  %11 = alloca [264 x i64], align 16
  %12 = alloca %struct.Twister, align 4
  %13 = alloca [264 x double], align 16
  %14 = icmp sgt i64 %2, 0
  br i1 %14, label %15, label %34
15:                                               ; preds = %6
  %16 = getelementptr i8, ptr %1, i64 8
  %17 = insertelement <2 x double> poison, double %4, i64 0
  %18 = shufflevector <2 x double> %17, <2 x double> poison, <2 x i32> zeroinitializer
  %19 = insertelement <2 x double> poison, double %3, i64 0
  %20 = shufflevector <2 x double> %19, <2 x double> poison, <2 x i32> zeroinitializer
  %21 = insertelement <2 x double> poison, double %4, i64 0
  %22 = shufflevector <2 x double> %21, <2 x double> poison, <2 x i32> zeroinitializer
  %23 = insertelement <2 x double> poison, double %3, i64 0
  %24 = shufflevector <2 x double> %23, <2 x double> poison, <2 x i32> zeroinitializer
  %25 = insertelement <2 x double> poison, double %4, i64 0
  %26 = shufflevector <2 x double> %25, <2 x double> poison, <2 x i32> zeroinitializer
  %27 = insertelement <2 x double> poison, double %3, i64 0
  %28 = shufflevector <2 x double> %27, <2 x double> poison, <2 x i32> zeroinitializer
  %29 = getelementptr double, ptr %1, i64 2
  %30 = insertelement <2 x double> poison, double %4, i64 0
  %31 = shufflevector <2 x double> %30, <2 x double> poison, <2 x i32> zeroinitializer
  %32 = insertelement <2 x double> poison, double %3, i64 0
  %33 = shufflevector <2 x double> %32, <2 x double> poison, <2 x i32> zeroinitializer
  br label %35
34:                                               ; preds = %281, %6
  ret void
35:                                               ; preds = %15, %281
  %36 = phi i64 [ %282, %281 ], [ 0, %15 ]
  call void @llvm.lifetime.start.p0(i64 4096, ptr nonnull %7)
  call void @llvm.lifetime.start.p0(i64 2112, ptr nonnull %8)
  call void @llvm.lifetime.start.p0(i64 2112, ptr nonnull %9)
  call void @llvm.lifetime.start.p0(i64 2112, ptr nonnull %10)
  call void @llvm.lifetime.start.p0(i64 2112, ptr nonnull %11)
  %37 = sub nsw i64 %2, %36
  %38 = sdiv i64 %37, 2
  %39 = sdiv i64 %37, 4
  %40 = add nsw i64 %38, %39
  %41 = call i64 @llvm.smin.i64(i64 %40, i64 248)
  %42 = add nsw i64 %41, 8
  %43 = sdiv i64 %42, 8
  %44 = shl nsw i64 %43, 3
  call void @llvm.lifetime.start.p0(i64 2500, ptr nonnull %12)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(2500) %12, ptr noundef nonnull align 4 dereferenceable(2500) %0, i64 2500, i1 false)
  %45 = shl nsw i64 %43, 5
  call fastcc void @next_words(ptr noundef %0, ptr noundef nonnull %7, i64 noundef %45)
  %46 = icmp sgt i64 %40, -1
  br i1 %46, label %50, label %47
47:                                               ; preds = %50, %35
  %48 = phi i64 [ 0, %35 ], [ %181, %50 ]
  %49 = icmp slt i64 %48, %38
  br i1 %49, label %190, label %184
50:                                               ; preds = %35, %50
  %51 = phi i64 [ %181, %50 ], [ 0, %35 ]
  %52 = phi i64 [ %182, %50 ], [ 0, %35 ]
  %53 = shl nsw i64 %52, 2
  %54 = getelementptr inbounds i32, ptr %7, i64 %53
  %55 = load <8 x i64>, ptr %54, align 16
  %56 = shl <8 x i64> %55, <i64 21, i64 21, i64 21, i64 21, i64 21, i64 21, i64 21, i64 21>
  %57 = and <8 x i64> %56, <i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128>
  %58 = lshr <8 x i64> %55, <i64 38, i64 38, i64 38, i64 38, i64 38, i64 38, i64 38, i64 38>
  %59 = or disjoint <8 x i64> %57, %58
  %60 = uitofp <8 x i64> %59 to <8 x double>
  %61 = fmul <8 x double> %60, <double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000>
  %62 = getelementptr inbounds i32, ptr %54, i64 16
  %63 = load <8 x i64>, ptr %62, align 16
  %64 = shl <8 x i64> %63, <i64 21, i64 21, i64 21, i64 21, i64 21, i64 21, i64 21, i64 21>
  %65 = and <8 x i64> %64, <i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128, i64 9007199187632128>
  %66 = lshr <8 x i64> %63, <i64 38, i64 38, i64 38, i64 38, i64 38, i64 38, i64 38, i64 38>
  %67 = or disjoint <8 x i64> %65, %66
  %68 = uitofp <8 x i64> %67 to <8 x double>
  %69 = fmul <8 x double> %68, <double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000, double 0x3CA0000000000000>
  %70 = fmul <8 x double> %61, <double 2.000000e+00, double 2.000000e+00, double 2.000000e+00, double 2.000000e+00, double 2.000000e+00, double 2.000000e+00, double 2.000000e+00, double 2.000000e+00>
  %71 = fadd <8 x double> %70, <double -1.000000e+00, double -1.000000e+00, double -1.000000e+00, double -1.000000e+00, double -1.000000e+00, double -1.000000e+00, double -1.000000e+00, double -1.000000e+00>
  %72 = fmul <8 x double> %69, <double 2.000000e+00, double 2.000000e+00, double 2.000000e+00, double 2.000000e+00, double 2.000000e+00, double 2.000000e+00, double 2.000000e+00, double 2.000000e+00>
  %73 = fadd <8 x double> %72, <double -1.000000e+00, double -1.000000e+00, double -1.000000e+00, double -1.000000e+00, double -1.000000e+00, double -1.000000e+00, double -1.000000e+00, double -1.000000e+00>
  %74 = shufflevector <8 x double> %71, <8 x double> %73, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %75 = shufflevector <8 x double> %71, <8 x double> %73, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %76 = fmul <8 x double> %74, %74
  %77 = fmul <8 x double> %75, %75
  %78 = fadd <8 x double> %76, %77
  %79 = extractelement <8 x double> %71, i64 0
  %80 = getelementptr inbounds [264 x double], ptr %8, i64 0, i64 %51
  store double %79, ptr %80, align 8
  %81 = extractelement <8 x double> %71, i64 1
  %82 = getelementptr inbounds [264 x double], ptr %9, i64 0, i64 %51
  store double %81, ptr %82, align 8
  %83 = extractelement <8 x double> %78, i64 0
  %84 = getelementptr inbounds [264 x double], ptr %10, i64 0, i64 %51
  store double %83, ptr %84, align 8
  %85 = getelementptr inbounds [264 x i64], ptr %11, i64 0, i64 %51
  store i64 %52, ptr %85, align 8
  %86 = fcmp ult double %83, 1.000000e+00
  %87 = fcmp une double %83, 0.000000e+00
  %88 = and i1 %86, %87
  %89 = zext i1 %88 to i64
  %90 = add nsw i64 %51, %89
  %91 = extractelement <8 x double> %71, i64 2
  %92 = getelementptr inbounds [264 x double], ptr %8, i64 0, i64 %90
  store double %91, ptr %92, align 8
  %93 = extractelement <8 x double> %71, i64 3
  %94 = getelementptr inbounds [264 x double], ptr %9, i64 0, i64 %90
  store double %93, ptr %94, align 8
  %95 = extractelement <8 x double> %78, i64 1
  %96 = getelementptr inbounds [264 x double], ptr %10, i64 0, i64 %90
  store double %95, ptr %96, align 8
  %97 = or disjoint i64 %52, 1
  %98 = getelementptr inbounds [264 x i64], ptr %11, i64 0, i64 %90
  store i64 %97, ptr %98, align 8
  %99 = fcmp ult double %95, 1.000000e+00
  %100 = fcmp une double %95, 0.000000e+00
  %101 = and i1 %99, %100
  %102 = zext i1 %101 to i64
  %103 = add nsw i64 %90, %102
  %104 = extractelement <8 x double> %71, i64 4
  %105 = getelementptr inbounds [264 x double], ptr %8, i64 0, i64 %103
  store double %104, ptr %105, align 8
  %106 = extractelement <8 x double> %71, i64 5
  %107 = getelementptr inbounds [264 x double], ptr %9, i64 0, i64 %103
  store double %106, ptr %107, align 8
  %108 = extractelement <8 x double> %78, i64 2
  %109 = getelementptr inbounds [264 x double], ptr %10, i64 0, i64 %103
  store double %108, ptr %109, align 8
  %110 = or disjoint i64 %52, 2
  %111 = getelementptr inbounds [264 x i64], ptr %11, i64 0, i64 %103
  store i64 %110, ptr %111, align 8
  %112 = fcmp ult double %108, 1.000000e+00
  %113 = fcmp une double %108, 0.000000e+00
  %114 = and i1 %112, %113
  %115 = zext i1 %114 to i64
  %116 = add nsw i64 %103, %115
  %117 = extractelement <8 x double> %71, i64 6
  %118 = getelementptr inbounds [264 x double], ptr %8, i64 0, i64 %116
  store double %117, ptr %118, align 8
  %119 = extractelement <8 x double> %71, i64 7
  %120 = getelementptr inbounds [264 x double], ptr %9, i64 0, i64 %116
  store double %119, ptr %120, align 8
  %121 = extractelement <8 x double> %78, i64 3
  %122 = getelementptr inbounds [264 x double], ptr %10, i64 0, i64 %116
  store double %121, ptr %122, align 8
  %123 = or disjoint i64 %52, 3
  %124 = getelementptr inbounds [264 x i64], ptr %11, i64 0, i64 %116
  store i64 %123, ptr %124, align 8
  %125 = fcmp ult double %121, 1.000000e+00
  %126 = fcmp une double %121, 0.000000e+00
  %127 = and i1 %125, %126
  %128 = zext i1 %127 to i64
  %129 = add nsw i64 %116, %128
  %130 = extractelement <8 x double> %73, i64 0
  %131 = getelementptr inbounds [264 x double], ptr %8, i64 0, i64 %129
  store double %130, ptr %131, align 8
  %132 = extractelement <8 x double> %73, i64 1
  %133 = getelementptr inbounds [264 x double], ptr %9, i64 0, i64 %129
  store double %132, ptr %133, align 8
  %134 = extractelement <8 x double> %78, i64 4
  %135 = getelementptr inbounds [264 x double], ptr %10, i64 0, i64 %129
  store double %134, ptr %135, align 8
  %136 = or disjoint i64 %52, 4
  %137 = getelementptr inbounds [264 x i64], ptr %11, i64 0, i64 %129
  store i64 %136, ptr %137, align 8
  %138 = fcmp ult double %134, 1.000000e+00
  %139 = fcmp une double %134, 0.000000e+00
  %140 = and i1 %138, %139
  %141 = zext i1 %140 to i64
  %142 = add nsw i64 %129, %141
  %143 = extractelement <8 x double> %73, i64 2
  %144 = getelementptr inbounds [264 x double], ptr %8, i64 0, i64 %142
  store double %143, ptr %144, align 8
  %145 = extractelement <8 x double> %73, i64 3
  %146 = getelementptr inbounds [264 x double], ptr %9, i64 0, i64 %142
  store double %145, ptr %146, align 8
  %147 = extractelement <8 x double> %78, i64 5
  %148 = getelementptr inbounds [264 x double], ptr %10, i64 0, i64 %142
  store double %147, ptr %148, align 8
  %149 = or disjoint i64 %52, 5
  %150 = getelementptr inbounds [264 x i64], ptr %11, i64 0, i64 %142
  store i64 %149, ptr %150, align 8
  %151 = fcmp ult double %147, 1.000000e+00
  %152 = fcmp une double %147, 0.000000e+00
  %153 = and i1 %151, %152
  %154 = zext i1 %153 to i64
  %155 = add nsw i64 %142, %154
  %156 = extractelement <8 x double> %73, i64 4
  %157 = getelementptr inbounds [264 x double], ptr %8, i64 0, i64 %155
  store double %156, ptr %157, align 8
  %158 = extractelement <8 x double> %73, i64 5
  %159 = getelementptr inbounds [264 x double], ptr %9, i64 0, i64 %155
  store double %158, ptr %159, align 8
  %160 = extractelement <8 x double> %78, i64 6
  %161 = getelementptr inbounds [264 x double], ptr %10, i64 0, i64 %155
  store double %160, ptr %161, align 8
  %162 = or disjoint i64 %52, 6
  %163 = getelementptr inbounds [264 x i64], ptr %11, i64 0, i64 %155
  store i64 %162, ptr %163, align 8
  %164 = fcmp ult double %160, 1.000000e+00
  %165 = fcmp une double %160, 0.000000e+00
  %166 = and i1 %164, %165
  %167 = zext i1 %166 to i64
  %168 = add nsw i64 %155, %167
  %169 = extractelement <8 x double> %73, i64 6
  %170 = getelementptr inbounds [264 x double], ptr %8, i64 0, i64 %168
  store double %169, ptr %170, align 8
  %171 = extractelement <8 x double> %73, i64 7
  %172 = getelementptr inbounds [264 x double], ptr %9, i64 0, i64 %168
  store double %171, ptr %172, align 8
  %173 = extractelement <8 x double> %78, i64 7
  %174 = getelementptr inbounds [264 x double], ptr %10, i64 0, i64 %168
  store double %173, ptr %174, align 8
  %175 = or disjoint i64 %52, 7
  %176 = getelementptr inbounds [264 x i64], ptr %11, i64 0, i64 %168
  store i64 %175, ptr %176, align 8
  %177 = fcmp ult double %173, 1.000000e+00
  %178 = fcmp une double %173, 0.000000e+00
  %179 = and i1 %177, %178
  %180 = zext i1 %179 to i64
  %181 = add nsw i64 %168, %180
  %182 = add nuw nsw i64 %52, 8
  %183 = icmp slt i64 %182, %44
  br i1 %183, label %50, label %47
184:                                              ; preds = %47
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(2500) %0, ptr noundef nonnull align 4 dereferenceable(2500) %12, i64 2500, i1 false)
  %185 = add nsw i64 %38, -1
  %186 = getelementptr inbounds [264 x i64], ptr %11, i64 0, i64 %185
  %187 = load i64, ptr %186, align 8
  %188 = shl i64 %187, 2
  %189 = add i64 %188, 4
  call fastcc void @next_words(ptr noundef %0, ptr noundef null, i64 noundef %189)
  br label %190
190:                                              ; preds = %184, %47
  %191 = phi i64 [ %38, %184 ], [ %48, %47 ]
  call void @llvm.lifetime.start.p0(i64 2112, ptr nonnull %13)
  %192 = icmp sgt i64 %191, 0
  br i1 %192, label %194, label %281
193:                                              ; preds = %194
  br i1 %192, label %264, label %281
194:                                              ; preds = %190, %194
  %195 = phi i64 [ %200, %194 ], [ 0, %190 ]
  %196 = getelementptr inbounds [264 x double], ptr %10, i64 0, i64 %195
  %197 = load double, ptr %196, align 8
  %198 = call double %5(double noundef %197)
  %199 = getelementptr inbounds [264 x double], ptr %13, i64 0, i64 %195
  store double %198, ptr %199, align 8
  %200 = add nuw nsw i64 %195, 1
  %201 = icmp eq i64 %200, %191
  br i1 %201, label %193, label %194
202:                                              ; preds = %264
  br i1 %192, label %203, label %281
203:                                              ; preds = %202
  %204 = icmp ult i64 %191, 10
  br i1 %204, label %241, label %205
205:                                              ; preds = %203
  %206 = add nsw i64 %191, -1
  %207 = shl i64 %36, 3
  %208 = getelementptr i8, ptr %1, i64 %207
  %209 = shl i64 %206, 4
  %210 = getelementptr i8, ptr %208, i64 %209
  %211 = icmp ult ptr %210, %208
  %212 = getelementptr i8, ptr %16, i64 %207
  %213 = shl i64 %206, 4
  %214 = icmp ugt i64 %206, 1152921504606846975
  %215 = getelementptr i8, ptr %212, i64 %213
  %216 = icmp ult ptr %215, %212
  %217 = or i1 %216, %214
  %218 = or i1 %211, %217
  br i1 %218, label %241, label %219
219:                                              ; preds = %205
  %220 = and i64 %191, 9223372036854775806
  %221 = shl nuw i64 %220, 1
  %222 = add i64 %36, %221
  %223 = getelementptr double, ptr %1, i64 %36
  br label %224
224:                                              ; preds = %224, %219
  %225 = phi i64 [ 0, %219 ], [ %237, %224 ]
  %226 = shl i64 %225, 1
  %227 = getelementptr inbounds [264 x double], ptr %9, i64 0, i64 %225
  %228 = load <2 x double>, ptr %227, align 16
  %229 = fmul <2 x double> %228, %18
  %230 = fadd <2 x double> %229, %20
  %231 = getelementptr double, ptr %223, i64 %226
  %232 = getelementptr inbounds [264 x double], ptr %8, i64 0, i64 %225
  %233 = load <2 x double>, ptr %232, align 16
  %234 = fmul <2 x double> %233, %18
  %235 = fadd <2 x double> %234, %20
  %236 = shufflevector <2 x double> %230, <2 x double> %235, <4 x i32> <i32 0, i32 2, i32 1, i32 3>
  store <4 x double> %236, ptr %231, align 8
  %237 = add nuw i64 %225, 2
  %238 = icmp eq i64 %237, %220
  br i1 %238, label %239, label %224
239:                                              ; preds = %224
  %240 = icmp eq i64 %191, %220
  br i1 %240, label %281, label %241
241:                                              ; preds = %205, %203, %239
  %242 = phi i64 [ 0, %205 ], [ 0, %203 ], [ %220, %239 ]
  %243 = phi i64 [ %36, %205 ], [ %36, %203 ], [ %222, %239 ]
  %244 = or disjoint i64 %242, 1
  %245 = and i64 %191, 1
  %246 = icmp eq i64 %245, 0
  br i1 %246, label %259, label %247
247:                                              ; preds = %241
  %248 = getelementptr inbounds [264 x double], ptr %9, i64 0, i64 %242
  %249 = load double, ptr %248, align 16
  %250 = getelementptr inbounds double, ptr %1, i64 %243
  %251 = getelementptr inbounds [264 x double], ptr %8, i64 0, i64 %242
  %252 = load double, ptr %251, align 16
  %253 = add nsw i64 %243, 2
  %254 = insertelement <2 x double> poison, double %249, i64 0
  %255 = insertelement <2 x double> %254, double %252, i64 1
  %256 = fmul <2 x double> %255, %22
  %257 = fadd <2 x double> %256, %24
  store <2 x double> %257, ptr %250, align 8
  %258 = or disjoint i64 %242, 1
  br label %259
259:                                              ; preds = %247, %241
  %260 = phi i64 [ undef, %241 ], [ %253, %247 ]
  %261 = phi i64 [ %242, %241 ], [ %258, %247 ]
  %262 = phi i64 [ %243, %241 ], [ %253, %247 ]
  %263 = icmp eq i64 %191, %244
  br i1 %263, label %281, label %284
264:                                              ; preds = %193, %264
  %265 = phi i64 [ %279, %264 ], [ 0, %193 ]
  %266 = getelementptr inbounds double, ptr %13, i64 %265
  %267 = load <8 x double>, ptr %266, align 16
  %268 = fmul <8 x double> %267, <double -2.000000e+00, double -2.000000e+00, double -2.000000e+00, double -2.000000e+00, double -2.000000e+00, double -2.000000e+00, double -2.000000e+00, double -2.000000e+00>
  %269 = getelementptr inbounds double, ptr %10, i64 %265
  %270 = load <8 x double>, ptr %269, align 16
  %271 = fdiv <8 x double> %268, %270
  %272 = call <8 x double> @llvm.sqrt.v8f64(<8 x double> %271)
  %273 = getelementptr inbounds double, ptr %8, i64 %265
  %274 = load <8 x double>, ptr %273, align 16
  %275 = fmul <8 x double> %274, %272
  store <8 x double> %275, ptr %273, align 16
  %276 = getelementptr inbounds double, ptr %9, i64 %265
  %277 = load <8 x double>, ptr %276, align 16
  %278 = fmul <8 x double> %272, %277
  store <8 x double> %278, ptr %276, align 16
  %279 = add nuw nsw i64 %265, 8
  %280 = icmp slt i64 %279, %191
  br i1 %280, label %264, label %202
281:                                              ; preds = %259, %284, %239, %190, %193, %202
  %282 = phi i64 [ %36, %202 ], [ %36, %193 ], [ %36, %190 ], [ %222, %239 ], [ %260, %259 ], [ %302, %284 ]
  call void @llvm.lifetime.end.p0(i64 2112, ptr nonnull %13)
  call void @llvm.lifetime.end.p0(i64 2500, ptr nonnull %12)
  call void @llvm.lifetime.end.p0(i64 2112, ptr nonnull %11)
  call void @llvm.lifetime.end.p0(i64 2112, ptr nonnull %10)
  call void @llvm.lifetime.end.p0(i64 2112, ptr nonnull %9)
  call void @llvm.lifetime.end.p0(i64 2112, ptr nonnull %8)
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %7)
  %283 = icmp slt i64 %282, %2
  br i1 %283, label %35, label %34
284:                                              ; preds = %259, %284
  %285 = phi i64 [ %307, %284 ], [ %261, %259 ]
  %286 = phi i64 [ %302, %284 ], [ %262, %259 ]
  %287 = getelementptr inbounds [264 x double], ptr %9, i64 0, i64 %285
  %288 = load double, ptr %287, align 8
  %289 = getelementptr inbounds double, ptr %1, i64 %286
  %290 = getelementptr inbounds [264 x double], ptr %8, i64 0, i64 %285
  %291 = load double, ptr %290, align 8
  %292 = insertelement <2 x double> poison, double %288, i64 0
  %293 = insertelement <2 x double> %292, double %291, i64 1
  %294 = fmul <2 x double> %293, %26
  %295 = fadd <2 x double> %294, %28
  store <2 x double> %295, ptr %289, align 8
  %296 = add nuw nsw i64 %285, 1
  %297 = getelementptr inbounds [264 x double], ptr %9, i64 0, i64 %296
  %298 = load double, ptr %297, align 8
  %299 = getelementptr double, ptr %29, i64 %286
  %300 = getelementptr inbounds [264 x double], ptr %8, i64 0, i64 %296
  %301 = load double, ptr %300, align 8
  %302 = add nsw i64 %286, 4
  %303 = insertelement <2 x double> poison, double %298, i64 0
  %304 = insertelement <2 x double> %303, double %301, i64 1
  %305 = fmul <2 x double> %304, %31
  %306 = fadd <2 x double> %305, %33
  store <2 x double> %306, ptr %299, align 8
  %307 = add nuw nsw i64 %285, 2
  %308 = icmp eq i64 %307, %191
  br i1 %308, label %281, label %284
}
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)
declare <8 x double> @llvm.sqrt.v8f64(<8 x double>)
declare i64 @llvm.smin.i64(i64, i64)
