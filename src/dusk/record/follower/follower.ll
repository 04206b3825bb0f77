; made by `make follower` from sources of hash 3fe53c1f6d7579e7092faaae1469b225
%struct.anon = type { ptr, i64, i64, ptr, ptr, ptr, ptr, ptr, i64, ptr, i64, i64, i64, i64, i64, ptr, ptr, ptr, ptr, [40 x ptr], [40 x ptr], ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, [6 x ptr], ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, ptr, ptr, ptr, ptr, [7 x ptr], i64, i64, i64, i64, ptr, ptr }
%struct.Object = type { i64, ptr }
%struct.Type = type { %struct.Object, i64, ptr, i64, i64, ptr }
%struct.anon.0 = type { ptr, [64 x ptr], i64 }
%struct.Place = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, [4 x i64], [4 x i64] }
%struct.View = type { [2 x ptr], i64, [3 x %struct.Part], ptr, ptr }
%struct.Part = type { i64, i64, i64, i64 }
%struct.anon.1 = type { ptr, ptr, i64, [4 x i64] }
%struct.anon.2 = type { [8 x ptr], i64 }
%struct.Inner = type { i64, ptr, ptr, i64 }
%struct.Made = type { [2 x ptr], i64, ptr }
%struct.Handle = type { %struct.Object, i64, i64, ptr, ptr, ptr, ptr, i64, i64, ptr }
%struct.Segment = type { %struct.Object, i64, i64, i64, i64, i64, i64, ptr, ptr, ptr, ptr, ptr, ptr, i64, ptr, i64, i64, ptr, i64, i64, ptr, i64, i64, ptr, i64 }
%struct.Leaf = type { i64, ptr }
%struct.Slot = type { ptr, i64 }
%struct.Position = type { %struct.Object, ptr, ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, ptr, i64, i64, i64, i64, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64 }
%struct.Given = type { i64, ptr }
%struct.Operand = type { i64, i64, i64 }
%struct.Param = type { ptr, ptr, i64, i64, i64 }
%struct.Result = type { ptr, ptr }
%struct.List = type { %struct.Object, i64, ptr }
%struct.Tuple = type { %struct.Object, i64, [0 x ptr] }
%struct.Launch = type { %struct.Object, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, i64, i64, i64 }
%struct.Input = type { i64, i64, i64 }
%struct.Output = type { i64, ptr, i64, [2 x ptr] }
%struct.Counts = type { %struct.Object, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }
%struct.Caller = type { %struct.Object, ptr }
%struct.Plan = type { %struct.Object, ptr, ptr, i64, ptr, ptr, ptr, i64, ptr, i64, ptr, ptr, ptr, i64, ptr, ptr, i64 }
%struct.Iterator = type { %struct.Object, ptr, i64, i64, ptr }
%struct.Slice = type { %struct.Object, ptr, ptr, ptr }
%struct.Followed = type { %struct.Object, ptr, i64, i64, i64, i64, ptr, i64, ptr, i64, ptr, ptr }
%struct.Shown = type { ptr, ptr, i64, [8 x %struct.Given], [2 x ptr] }
%struct.Float = type { %struct.Object, i64 }
%struct.Buffered = type { ptr, ptr }
%struct.Function = type { %struct.Object, ptr, ptr, i64, ptr, ptr }
%struct.Array = type { %struct.Object, ptr, i32, ptr, ptr, ptr, ptr, i32, ptr, ptr }
%struct.Grid = type { i64, [4 x i64], i64, [3 x %struct.Arg] }
%struct.Arg = type { ptr, [4 x i64] }
@PyExc_TypeError = external local_unnamed_addr global ptr, align 8
@.str = private unnamed_addr constant [13 x i8] c"reset(epoch)\00", align 1
@core = internal global %struct.anon zeroinitializer, align 8
@.str.1 = private unnamed_addr constant [44 x i8] c"take(child, leaves, scalars, into, version)\00", align 1
@_Py_NotImplementedStruct = external global %struct.Object, align 8
@.str.2 = private unnamed_addr constant [75 x i8] c"learn(child, op, operands, params, dynamic, as_array, into, leaves, fixed)\00", align 1
@PyTuple_Type = external global %struct.Type, align 8
@.str.3 = private unnamed_addr constant [30 x i8] c"learn_slots(child, op, slots)\00", align 1
@.str.4 = private unnamed_addr constant [13 x i8] c"alive(saved)\00", align 1
@.str.5 = private unnamed_addr constant [23 x i8] c"settle(slots, buffers)\00", align 1
@.str.6 = private unnamed_addr constant [13 x i8] c"handle(slot)\00", align 1
@.str.7 = private unnamed_addr constant [18 x i8] c"put(slot, handle)\00", align 1
@.str.8 = private unnamed_addr constant [12 x i8] c"moved(slot)\00", align 1
@.str.9 = private unnamed_addr constant [23 x i8] c"alias(made, originals)\00", align 1
@_Py_NoneStruct = external global %struct.Object, align 8
@.str.10 = private unnamed_addr constant [20 x i8] c"rebind(cell, value)\00", align 1
@.str.11 = private unnamed_addr constant [23 x i8] c"yields(classes, types)\00", align 1
@PyExc_ValueError = external local_unnamed_addr global ptr, align 8
@.str.12 = private unnamed_addr constant [37 x i8] c"the results of a node are given once\00", align 1
@PyList_Type = external global %struct.Type, align 8
@.str.13 = private unnamed_addr constant [89 x i8] c"bind(free, instance, call, fail, table, inputs, n_given, constants, outputs, mode, runs)\00", align 1
@.str.14 = private unnamed_addr constant [30 x i8] c"serve(alive, donors, settled)\00", align 1
@.str.15 = private unnamed_addr constant [96 x i8] c"bind(launch, structure, named, places, expected, order, written, made, result, from, constants)\00", align 1
@.str.16 = private unnamed_addr constant [27 x i8] c"leaves_of(tree, structure)\00", align 1
@.str.17 = private unnamed_addr constant [13 x i8] c"start(array)\00", align 1
@.str.18 = private unnamed_addr constant [29 x i8] c"cannot delete array elements\00", align 1
@PyDict_Type = external global %struct.Type, align 8
@.str.19 = private unnamed_addr constant [48 x i8] c"learn_call(function, positional, named, result)\00", align 1
@.str.20 = private unnamed_addr constant [36 x i8] c"learn_view(positional, named, view)\00", align 1
@PyFloat_Type = external global %struct.Type, align 8
@.str.21 = private unnamed_addr constant [24 x i8] c"follow_slots(op, slots)\00", align 1
@.str.22 = private unnamed_addr constant [17 x i8] c"follow(op, args)\00", align 1
@cpu = internal global ptr null, align 8
@__const.m_configure.ones = private unnamed_addr constant [57 x ptr] [ptr getelementptr (i8, ptr @core, i64 792), ptr getelementptr (i8, ptr @core, i64 40), ptr getelementptr (i8, ptr @core, i64 48), ptr getelementptr (i8, ptr @core, i64 1032), ptr getelementptr (i8, ptr @core, i64 1024), ptr getelementptr (i8, ptr @core, i64 1040), ptr getelementptr (i8, ptr @core, i64 1048), ptr getelementptr (i8, ptr @core, i64 1056), ptr getelementptr (i8, ptr @core, i64 1064), ptr getelementptr (i8, ptr @core, i64 72), ptr getelementptr (i8, ptr @core, i64 120), ptr getelementptr (i8, ptr @core, i64 128), ptr getelementptr (i8, ptr @core, i64 136), ptr getelementptr (i8, ptr @core, i64 144), ptr getelementptr (i8, ptr @core, i64 56), ptr getelementptr (i8, ptr @core, i64 800), ptr getelementptr (i8, ptr @core, i64 808), ptr getelementptr (i8, ptr @core, i64 816), ptr getelementptr (i8, ptr @core, i64 824), ptr getelementptr (i8, ptr @core, i64 832), ptr getelementptr (i8, ptr @core, i64 840), ptr getelementptr (i8, ptr @core, i64 848), ptr getelementptr (i8, ptr @core, i64 856), ptr getelementptr (i8, ptr @core, i64 864), ptr getelementptr (i8, ptr @core, i64 872), ptr getelementptr (i8, ptr @core, i64 880), ptr getelementptr (i8, ptr @core, i64 888), ptr getelementptr (i8, ptr @core, i64 896), ptr getelementptr (i8, ptr @core, i64 904), ptr getelementptr (i8, ptr @core, i64 912), ptr getelementptr (i8, ptr @core, i64 920), ptr getelementptr (i8, ptr @core, i64 928), ptr getelementptr (i8, ptr @core, i64 936), ptr getelementptr (i8, ptr @core, i64 944), ptr getelementptr (i8, ptr @core, i64 952), ptr getelementptr (i8, ptr @core, i64 960), ptr getelementptr (i8, ptr @core, i64 968), ptr getelementptr (i8, ptr @core, i64 976), ptr getelementptr (i8, ptr @core, i64 984), ptr getelementptr (i8, ptr @core, i64 992), ptr getelementptr (i8, ptr @core, i64 1000), ptr getelementptr (i8, ptr @core, i64 1008), ptr getelementptr (i8, ptr @core, i64 1016), ptr getelementptr (i8, ptr @core, i64 1088), ptr getelementptr (i8, ptr @core, i64 1096), ptr getelementptr (i8, ptr @core, i64 1104), ptr getelementptr (i8, ptr @core, i64 1112), ptr getelementptr (i8, ptr @core, i64 1120), ptr getelementptr (i8, ptr @core, i64 1128), ptr @cpu, ptr getelementptr (i8, ptr @core, i64 1136), ptr getelementptr (i8, ptr @core, i64 1144), ptr getelementptr (i8, ptr @core, i64 1152), ptr getelementptr (i8, ptr @core, i64 1160), ptr getelementptr (i8, ptr @core, i64 1168), ptr getelementptr (i8, ptr @core, i64 1176), ptr getelementptr (i8, ptr @core, i64 1184)], align 16
@.str.23 = private unnamed_addr constant [31 x i8] c"configure(ops, generals, ones)\00", align 1
@rooms = internal unnamed_addr global [10 x %struct.anon.0] zeroinitializer, align 16
@.str.24 = private unnamed_addr constant [17 x i8] c"do_at_once(most)\00", align 1
@__const.size_of.sizes = private unnamed_addr constant [10 x i64] [i64 88, i64 208, i64 200, i64 56, i64 112, i64 168, i64 144, i64 24, i64 104, i64 48], align 16
@PyLong_Type = external global %struct.Type, align 8
@WIDTHS = internal unnamed_addr constant [6 x i64] [i64 4, i64 8, i64 1, i64 2, i64 4, i64 8], align 16
@.str.25 = private unnamed_addr constant [29 x i8] c"no such slot in this segment\00", align 1
@PyCell_Type = external global %struct.Type, align 8
@PyUnicode_Type = external global %struct.Type, align 8
@places = internal global [2048 x %struct.Place] zeroinitializer, align 16
@learn_place.turn = internal unnamed_addr global i64 0, align 8
@views = internal global [2048 x %struct.View] zeroinitializer, align 16
@_Py_EllipsisObject = external global %struct.Object, align 8
@PySlice_Type = external global %struct.Type, align 8
@__const.learn_window.all = private unnamed_addr constant %struct.Part { i64 15, i64 0, i64 0, i64 0 }, align 8
@scratch = internal global [65536 x i8] zeroinitializer, align 16
@types = internal unnamed_addr global [256 x %struct.anon.1] zeroinitializer, align 16
@idle = internal unnamed_addr global [5 x %struct.anon.2] zeroinitializer, align 16
@PyBool_Type = external global %struct.Type, align 8
@PyExc_Exception = external local_unnamed_addr global ptr, align 8
@inner_of_operator = internal global [40 x [7 x %struct.Inner]] zeroinitializer, align 16
@made_kinds = internal unnamed_addr global [1024 x %struct.Made] zeroinitializer, align 16
@PyType_Type = external global %struct.Type, align 8
@TWO = internal unnamed_addr constant [13 x ptr] [ptr @PyNumber_Add, ptr @PyNumber_Subtract, ptr @PyNumber_Multiply, ptr @PyNumber_TrueDivide, ptr @PyNumber_FloorDivide, ptr @PyNumber_Remainder, ptr null, ptr @PyNumber_MatrixMultiply, ptr @PyNumber_And, ptr @PyNumber_Or, ptr @PyNumber_Xor, ptr @PyNumber_Lshift, ptr @PyNumber_Rshift], align 16
define void @handle_dealloc(ptr noundef %0) {
  %2 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 9
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %6, label %5
5:                                                ; preds = %1
  tail call void @PyObject_ClearWeakRefs(ptr noundef nonnull %0)
  br label %6
6:                                                ; preds = %5, %1
  %7 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 3
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 4
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 5
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 6
  %14 = load ptr, ptr %13, align 8
  store ptr null, ptr %2, align 8
  store ptr null, ptr %13, align 8
  store ptr null, ptr %11, align 8
  store ptr null, ptr %9, align 8
  store ptr null, ptr %7, align 8
  %15 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 8
  store i64 0, ptr %15, align 8
  %16 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 7
  store i64 0, ptr %16, align 8
  %17 = icmp eq ptr %10, null
  %18 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %19 = icmp eq i64 %18, 0
  %20 = select i1 %17, i1 true, i1 %19
  br i1 %20, label %81, label %21
21:                                               ; preds = %6
  %22 = load i64, ptr %10, align 8
  %23 = icmp eq i64 %22, 1
  br i1 %23, label %24, label %81
24:                                               ; preds = %21
  %25 = getelementptr inbounds %struct.Object, ptr %10, i64 0, i32 1
  %26 = load ptr, ptr %25, align 8
  %27 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 9), align 8
  %28 = icmp eq ptr %26, %27
  br i1 %28, label %29, label %81
29:                                               ; preds = %24
  %30 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %31 = getelementptr inbounds i8, ptr %10, i64 %30
  %32 = load ptr, ptr %31, align 8
  %33 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 7), align 8
  %34 = icmp eq ptr %32, %33
  br i1 %34, label %35, label %81
35:                                               ; preds = %29
  %36 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 12), align 8
  %37 = getelementptr inbounds i8, ptr %10, i64 %36
  %38 = load ptr, ptr %37, align 8
  %39 = icmp eq ptr %38, @_Py_NoneStruct
  br i1 %39, label %40, label %81
40:                                               ; preds = %35
  %41 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 13), align 8
  %42 = getelementptr inbounds i8, ptr %10, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = load ptr, ptr @rooms, align 16
  %45 = icmp eq ptr %44, %43
  br i1 %45, label %46, label %51
46:                                               ; preds = %75, %72, %69, %66, %63, %60, %57, %54, %51, %40
  %47 = phi i64 [ 0, %40 ], [ 1, %51 ], [ 2, %54 ], [ 3, %57 ], [ 4, %60 ], [ 5, %63 ], [ 6, %66 ], [ 7, %69 ], [ 8, %72 ], [ 9, %75 ]
  %48 = getelementptr inbounds [10 x %struct.anon.0], ptr @rooms, i64 0, i64 %47, i32 2
  %49 = load i64, ptr %48, align 8
  %50 = icmp eq i64 %49, 64
  br i1 %50, label %81, label %78
51:                                               ; preds = %40
  %52 = load ptr, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 1), align 16
  %53 = icmp eq ptr %52, %43
  br i1 %53, label %46, label %54
54:                                               ; preds = %51
  %55 = load ptr, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 2), align 16
  %56 = icmp eq ptr %55, %43
  br i1 %56, label %46, label %57
57:                                               ; preds = %54
  %58 = load ptr, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 3), align 16
  %59 = icmp eq ptr %58, %43
  br i1 %59, label %46, label %60
60:                                               ; preds = %57
  %61 = load ptr, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 4), align 16
  %62 = icmp eq ptr %61, %43
  br i1 %62, label %46, label %63
63:                                               ; preds = %60
  %64 = load ptr, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 5), align 16
  %65 = icmp eq ptr %64, %43
  br i1 %65, label %46, label %66
66:                                               ; preds = %63
  %67 = load ptr, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 6), align 16
  %68 = icmp eq ptr %67, %43
  br i1 %68, label %46, label %69
69:                                               ; preds = %66
  %70 = load ptr, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 7), align 16
  %71 = icmp eq ptr %70, %43
  br i1 %71, label %46, label %72
72:                                               ; preds = %69
  %73 = load ptr, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 8), align 16
  %74 = icmp eq ptr %73, %43
  br i1 %74, label %46, label %75
75:                                               ; preds = %72
  %76 = load ptr, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 9), align 16
  %77 = icmp eq ptr %76, %43
  br i1 %77, label %46, label %81
78:                                               ; preds = %46
  %79 = add nsw i64 %49, 1
  store i64 %79, ptr %48, align 8
  %80 = getelementptr inbounds [10 x %struct.anon.0], ptr @rooms, i64 0, i64 %47, i32 1, i64 %49
  store ptr %10, ptr %80, align 8
  br label %81
81:                                               ; preds = %75, %46, %21, %24, %29, %35, %78, %6
  %82 = phi ptr [ %10, %6 ], [ %10, %46 ], [ null, %78 ], [ %10, %75 ], [ %10, %35 ], [ %10, %29 ], [ %10, %24 ], [ %10, %21 ]
  %83 = icmp eq ptr %8, null
  br i1 %83, label %89, label %88
84:                                               ; preds = %98
  %85 = load ptr, ptr @core, align 8
  %86 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 1
  store ptr %85, ptr %86, align 8
  store ptr %0, ptr @core, align 8
  %87 = add nsw i64 %104, 1
  store i64 %87, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  br label %109
88:                                               ; preds = %81
  tail call void @Py_DecRef(ptr noundef nonnull %8)
  br label %89
89:                                               ; preds = %81, %88
  %90 = icmp eq ptr %82, null
  br i1 %90, label %92, label %91
91:                                               ; preds = %89
  tail call void @Py_DecRef(ptr noundef nonnull %82)
  br label %92
92:                                               ; preds = %91, %89
  %93 = icmp eq ptr %12, null
  br i1 %93, label %95, label %94
94:                                               ; preds = %92
  tail call void @Py_DecRef(ptr noundef nonnull %12)
  br label %95
95:                                               ; preds = %94, %92
  %96 = icmp eq ptr %14, null
  br i1 %96, label %98, label %97
97:                                               ; preds = %95
  tail call void @Py_DecRef(ptr noundef nonnull %14)
  br label %98
98:                                               ; preds = %97, %95
  %99 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %100 = load ptr, ptr %99, align 8
  %101 = getelementptr inbounds %struct.Type, ptr %100, i64 0, i32 5
  %102 = load ptr, ptr %101, align 8
  %103 = icmp ne ptr %102, @handle_dealloc
  %104 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  %105 = icmp sgt i64 %104, 4095
  %106 = select i1 %103, i1 true, i1 %105
  br i1 %106, label %107, label %84
107:                                              ; preds = %98
  %108 = tail call ptr @PyType_GetSlot(ptr noundef nonnull %100, i32 noundef 74)
  tail call void %108(ptr noundef nonnull %0)
  br label %109
109:                                              ; preds = %84, %107
  %110 = load i64, ptr %100, align 8
  %111 = add nsw i64 %110, -1
  store i64 %111, ptr %100, align 8
  %112 = icmp eq i64 %111, 0
  br i1 %112, label %113, label %114
113:                                              ; preds = %109
  tail call void @_Py_Dealloc(ptr noundef nonnull %100)
  br label %114
114:                                              ; preds = %109, %113
  ret void
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)
declare void @PyObject_ClearWeakRefs(ptr noundef) local_unnamed_addr
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)
declare ptr @PyType_GetSlot(ptr noundef, i32 noundef) local_unnamed_addr
define void @segment_dealloc(ptr noundef %0) local_unnamed_addr {
  %2 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %3 = icmp eq ptr %2, %0
  br i1 %3, label %4, label %5
4:                                                ; preds = %1
  store ptr null, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %5
5:                                                ; preds = %4, %1
  %6 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %7 = icmp eq ptr %6, null
  br i1 %7, label %23, label %8
8:                                                ; preds = %5
  %9 = icmp eq ptr %6, %0
  br i1 %9, label %19, label %10
10:                                               ; preds = %8, %15
  %11 = phi ptr [ %13, %15 ], [ %6, %8 ]
  %12 = getelementptr inbounds %struct.Segment, ptr %11, i64 0, i32 12
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %23, label %15
15:                                               ; preds = %10
  %16 = icmp eq ptr %13, %0
  br i1 %16, label %17, label %10
17:                                               ; preds = %15
  %18 = getelementptr inbounds %struct.Segment, ptr %11, i64 0, i32 12
  br label %19
19:                                               ; preds = %17, %8
  %20 = phi ptr [ getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), %8 ], [ %18, %17 ]
  %21 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 12
  %22 = load ptr, ptr %21, align 8
  store ptr %22, ptr %20, align 8
  br label %23
23:                                               ; preds = %10, %5, %19
  %24 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 13
  store i64 0, ptr %24, align 8
  tail call fastcc void @reset(ptr noundef %0, i64 noundef -1)
  %25 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %26 = load ptr, ptr %25, align 8
  tail call void @PyMem_RawFree(ptr noundef %26)
  %27 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 17
  %28 = load ptr, ptr %27, align 8
  tail call void @PyMem_RawFree(ptr noundef %28)
  %29 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 20
  %30 = load ptr, ptr %29, align 8
  tail call void @PyMem_RawFree(ptr noundef %30)
  %31 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 23
  %32 = load ptr, ptr %31, align 8
  tail call void @PyMem_RawFree(ptr noundef %32)
  %33 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 7
  %34 = load ptr, ptr %33, align 8
  store ptr null, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  br i1 %35, label %37, label %36
36:                                               ; preds = %23
  tail call void @Py_DecRef(ptr noundef nonnull %34)
  br label %37
37:                                               ; preds = %23, %36
  %38 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 8
  %39 = load ptr, ptr %38, align 8
  store ptr null, ptr %38, align 8
  %40 = icmp eq ptr %39, null
  br i1 %40, label %42, label %41
41:                                               ; preds = %37
  tail call void @Py_DecRef(ptr noundef nonnull %39)
  br label %42
42:                                               ; preds = %37, %41
  %43 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 9
  %44 = load ptr, ptr %43, align 8
  store ptr null, ptr %43, align 8
  %45 = icmp eq ptr %44, null
  br i1 %45, label %47, label %46
46:                                               ; preds = %42
  tail call void @Py_DecRef(ptr noundef nonnull %44)
  br label %47
47:                                               ; preds = %42, %46
  %48 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 10
  %49 = load ptr, ptr %48, align 8
  store ptr null, ptr %48, align 8
  %50 = icmp eq ptr %49, null
  br i1 %50, label %52, label %51
51:                                               ; preds = %47
  tail call void @Py_DecRef(ptr noundef nonnull %49)
  br label %52
52:                                               ; preds = %47, %51
  %53 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 11
  %54 = load ptr, ptr %53, align 8
  store ptr null, ptr %53, align 8
  %55 = icmp eq ptr %54, null
  br i1 %55, label %57, label %56
56:                                               ; preds = %52
  tail call void @Py_DecRef(ptr noundef nonnull %54)
  br label %57
57:                                               ; preds = %52, %56
  %58 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %59 = load ptr, ptr %58, align 8
  %60 = tail call ptr @PyType_GetSlot(ptr noundef %59, i32 noundef 74)
  tail call void %60(ptr noundef nonnull %0)
  %61 = load i64, ptr %59, align 8
  %62 = add nsw i64 %61, -1
  store i64 %62, ptr %59, align 8
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %64, label %65
64:                                               ; preds = %57
  tail call void @_Py_Dealloc(ptr noundef nonnull %59)
  br label %65
65:                                               ; preds = %57, %64
  ret void
}
define internal fastcc void @reset(ptr nocapture noundef %0, i64 noundef %1) unnamed_addr {
  %3 = getelementptr inbounds i8, ptr %0, i64 64
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 72
  %6 = getelementptr inbounds i8, ptr %0, i64 120
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 128
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds i8, ptr %0, i64 136
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %0, i64 144
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds i8, ptr %0, i64 152
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %0, i64 160
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds i8, ptr %0, i64 168
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds i8, ptr %0, i64 176
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr inbounds i8, ptr %0, i64 184
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  store i64 %1, ptr %24, align 8
  %25 = load ptr, ptr %5, align 8
  store ptr %25, ptr %3, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %28, label %27
27:                                               ; preds = %2
  tail call void @Py_IncRef(ptr noundef nonnull %25)
  br label %28
28:                                               ; preds = %27, %2
  store ptr null, ptr %6, align 8
  store ptr null, ptr %12, align 8
  store ptr null, ptr %18, align 8
  store i64 0, ptr %22, align 8
  store i64 0, ptr %20, align 8
  store i64 0, ptr %16, align 8
  store i64 0, ptr %14, align 8
  store i64 0, ptr %10, align 8
  store i64 0, ptr %8, align 8
  %29 = icmp sgt i64 %15, 0
  br i1 %29, label %32, label %30
30:                                               ; preds = %32, %28
  %31 = icmp sgt i64 %21, 0
  br i1 %31, label %40, label %38
32:                                               ; preds = %28, %32
  %33 = phi i64 [ %36, %32 ], [ 0, %28 ]
  %34 = getelementptr inbounds %struct.Leaf, ptr %13, i64 %33, i32 1
  %35 = load ptr, ptr %34, align 8
  tail call void @Py_DecRef(ptr noundef %35)
  %36 = add nuw nsw i64 %33, 1
  %37 = icmp eq i64 %36, %15
  br i1 %37, label %30, label %32
38:                                               ; preds = %40, %30
  %39 = icmp sgt i64 %9, 0
  br i1 %39, label %52, label %46
40:                                               ; preds = %30, %40
  %41 = phi i64 [ %44, %40 ], [ 0, %30 ]
  %42 = getelementptr inbounds ptr, ptr %19, i64 %41
  %43 = load ptr, ptr %42, align 8
  tail call void @Py_DecRef(ptr noundef %43)
  %44 = add nuw nsw i64 %41, 1
  %45 = icmp eq i64 %44, %21
  br i1 %45, label %38, label %40
46:                                               ; preds = %108, %38
  %47 = icmp eq ptr %4, null
  br i1 %47, label %49, label %48
48:                                               ; preds = %46
  tail call void @Py_DecRef(ptr noundef nonnull %4)
  br label %49
49:                                               ; preds = %46, %48
  %50 = load ptr, ptr %6, align 8
  %51 = icmp eq ptr %50, null
  br i1 %51, label %111, label %118
52:                                               ; preds = %38, %108
  %53 = phi i64 [ %109, %108 ], [ 0, %38 ]
  %54 = getelementptr inbounds %struct.Slot, ptr %7, i64 %53
  %55 = load ptr, ptr %54, align 8
  %56 = icmp eq ptr %55, null
  br i1 %56, label %108, label %57
57:                                               ; preds = %52
  %58 = getelementptr inbounds %struct.Object, ptr %55, i64 0, i32 1
  %59 = load ptr, ptr %58, align 8
  %60 = load i64, ptr %55, align 8
  %61 = icmp eq i64 %60, 1
  br i1 %61, label %62, label %95
62:                                               ; preds = %57
  %63 = getelementptr inbounds %struct.Handle, ptr %55, i64 0, i32 3
  %64 = load ptr, ptr %63, align 8
  %65 = icmp eq ptr %64, null
  br i1 %65, label %97, label %66
66:                                               ; preds = %62
  %67 = load i64, ptr %64, align 8
  %68 = icmp sgt i64 %67, 1
  br i1 %68, label %69, label %97
69:                                               ; preds = %66
  %70 = load i64, ptr %59, align 8
  %71 = icmp sgt i64 %70, 1
  br i1 %71, label %72, label %97
72:                                               ; preds = %69
  %73 = getelementptr inbounds %struct.Handle, ptr %55, i64 0, i32 9
  %74 = load ptr, ptr %73, align 8
  %75 = icmp eq ptr %74, null
  br i1 %75, label %76, label %97
76:                                               ; preds = %72
  %77 = getelementptr inbounds %struct.Handle, ptr %55, i64 0, i32 4
  %78 = load ptr, ptr %77, align 8
  %79 = icmp eq ptr %78, null
  br i1 %79, label %80, label %97
80:                                               ; preds = %76
  %81 = getelementptr inbounds %struct.Handle, ptr %55, i64 0, i32 5
  %82 = load ptr, ptr %81, align 8
  %83 = icmp eq ptr %82, null
  br i1 %83, label %84, label %97
84:                                               ; preds = %80
  %85 = getelementptr inbounds %struct.Handle, ptr %55, i64 0, i32 6
  %86 = load ptr, ptr %85, align 8
  %87 = icmp eq ptr %86, null
  br i1 %87, label %88, label %97
88:                                               ; preds = %84
  %89 = getelementptr inbounds %struct.Type, ptr %59, i64 0, i32 5
  %90 = load ptr, ptr %89, align 8
  %91 = icmp ne ptr %90, @handle_dealloc
  %92 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  %93 = icmp sgt i64 %92, 4095
  %94 = select i1 %91, i1 true, i1 %93
  br i1 %94, label %97, label %98
95:                                               ; preds = %57
  %96 = add nsw i64 %60, -1
  store i64 %96, ptr %55, align 8
  br label %108
97:                                               ; preds = %88, %84, %80, %76, %72, %69, %66, %62
  store i64 0, ptr %55, align 8
  tail call void @_Py_Dealloc(ptr noundef nonnull %55)
  br label %108
98:                                               ; preds = %88
  %99 = load ptr, ptr @core, align 8
  %100 = getelementptr inbounds %struct.Handle, ptr %55, i64 0, i32 1
  store ptr %99, ptr %100, align 8
  store ptr %55, ptr @core, align 8
  %101 = add nsw i64 %92, 1
  store i64 %101, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  %102 = load i64, ptr %64, align 8
  %103 = add nsw i64 %102, -1
  store i64 %103, ptr %64, align 8
  %104 = load i64, ptr %59, align 8
  %105 = add nsw i64 %104, -1
  store i64 %105, ptr %59, align 8
  store ptr null, ptr %63, align 8
  %106 = getelementptr inbounds %struct.Handle, ptr %55, i64 0, i32 8
  store i64 0, ptr %106, align 8
  %107 = getelementptr inbounds %struct.Handle, ptr %55, i64 0, i32 7
  store i64 0, ptr %107, align 8
  br label %108
108:                                              ; preds = %98, %97, %95, %52
  %109 = add nuw nsw i64 %53, 1
  %110 = icmp eq i64 %109, %9
  br i1 %110, label %46, label %52
111:                                              ; preds = %49
  %112 = load ptr, ptr %12, align 8
  %113 = icmp eq ptr %112, null
  br i1 %113, label %114, label %118
114:                                              ; preds = %111
  %115 = load ptr, ptr %18, align 8
  %116 = icmp eq ptr %115, null
  br i1 %116, label %117, label %118
117:                                              ; preds = %114
  store ptr %7, ptr %6, align 8
  store ptr %13, ptr %12, align 8
  store ptr %19, ptr %18, align 8
  store i64 %11, ptr %10, align 8
  store i64 %17, ptr %16, align 8
  store i64 %23, ptr %22, align 8
  br label %119
118:                                              ; preds = %114, %111, %49
  tail call void @PyMem_RawFree(ptr noundef %7)
  tail call void @PyMem_RawFree(ptr noundef %13)
  tail call void @PyMem_RawFree(ptr noundef %19)
  br label %119
119:                                              ; preds = %118, %117
  ret void
}
declare void @PyMem_RawFree(ptr noundef) local_unnamed_addr
define void @position_dealloc(ptr noundef %0) local_unnamed_addr {
  %2 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 1
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %24, label %5
5:                                                ; preds = %1
  %6 = getelementptr inbounds %struct.Position, ptr %3, i64 0, i32 2
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %24, label %9
9:                                                ; preds = %5
  %10 = icmp eq ptr %7, %0
  br i1 %10, label %20, label %11
11:                                               ; preds = %9, %16
  %12 = phi ptr [ %14, %16 ], [ %7, %9 ]
  %13 = getelementptr inbounds %struct.Position, ptr %12, i64 0, i32 3
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %24, label %16
16:                                               ; preds = %11
  %17 = icmp eq ptr %14, %0
  br i1 %17, label %18, label %11
18:                                               ; preds = %16
  %19 = getelementptr inbounds %struct.Position, ptr %12, i64 0, i32 3
  br label %20
20:                                               ; preds = %18, %9
  %21 = phi ptr [ %6, %9 ], [ %19, %18 ]
  %22 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 3
  %23 = load ptr, ptr %22, align 8
  store ptr %23, ptr %21, align 8
  br label %24
24:                                               ; preds = %11, %5, %1, %20
  store ptr null, ptr %2, align 8
  %25 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 2
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %28, label %144
28:                                               ; preds = %144, %24
  %29 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 22
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 23
  %32 = load i64, ptr %31, align 8
  %33 = icmp sgt i64 %32, 0
  br i1 %33, label %34, label %45
34:                                               ; preds = %28, %40
  %35 = phi i64 [ %41, %40 ], [ 0, %28 ]
  %36 = getelementptr inbounds %struct.Given, ptr %30, i64 %35, i32 1
  %37 = load ptr, ptr %36, align 8
  %38 = icmp eq ptr %37, null
  br i1 %38, label %40, label %39
39:                                               ; preds = %34
  tail call void @Py_DecRef(ptr noundef nonnull %37)
  br label %40
40:                                               ; preds = %39, %34
  %41 = add nuw nsw i64 %35, 1
  %42 = icmp eq i64 %41, %32
  br i1 %42, label %43, label %34
43:                                               ; preds = %40
  %44 = load ptr, ptr %29, align 8
  br label %45
45:                                               ; preds = %43, %28
  %46 = phi ptr [ %44, %43 ], [ %30, %28 ]
  tail call void @PyMem_RawFree(ptr noundef %46)
  %47 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 21
  %48 = load ptr, ptr %47, align 8
  store ptr null, ptr %47, align 8
  %49 = icmp eq ptr %48, null
  br i1 %49, label %51, label %50
50:                                               ; preds = %45
  tail call void @Py_DecRef(ptr noundef nonnull %48)
  br label %51
51:                                               ; preds = %50, %45
  %52 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 20
  %53 = load ptr, ptr %52, align 8
  store ptr null, ptr %52, align 8
  %54 = icmp eq ptr %53, null
  br i1 %54, label %56, label %55
55:                                               ; preds = %51
  tail call void @Py_DecRef(ptr noundef nonnull %53)
  br label %56
56:                                               ; preds = %55, %51
  store ptr null, ptr %29, align 8
  store i64 0, ptr %31, align 8
  %57 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 12
  %58 = load i64, ptr %57, align 8
  %59 = icmp sgt i64 %58, 0
  br i1 %59, label %60, label %62
60:                                               ; preds = %56
  %61 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 16
  br label %68
62:                                               ; preds = %80, %56
  %63 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 13
  %64 = load i64, ptr %63, align 8
  %65 = icmp sgt i64 %64, 0
  br i1 %65, label %66, label %84
66:                                               ; preds = %62
  %67 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 17
  br label %90
68:                                               ; preds = %80, %60
  %69 = phi i64 [ %58, %60 ], [ %81, %80 ]
  %70 = phi i64 [ 0, %60 ], [ %82, %80 ]
  %71 = load ptr, ptr %61, align 8
  %72 = getelementptr inbounds %struct.Operand, ptr %71, i64 %70
  %73 = load i64, ptr %72, align 8
  %74 = icmp eq i64 %73, 2
  br i1 %74, label %75, label %80
75:                                               ; preds = %68
  %76 = getelementptr inbounds %struct.Operand, ptr %71, i64 %70, i32 1
  %77 = load i64, ptr %76, align 8
  %78 = inttoptr i64 %77 to ptr
  tail call void @Py_DecRef(ptr noundef %78)
  %79 = load i64, ptr %57, align 8
  br label %80
80:                                               ; preds = %75, %68
  %81 = phi i64 [ %69, %68 ], [ %79, %75 ]
  %82 = add nuw nsw i64 %70, 1
  %83 = icmp slt i64 %82, %81
  br i1 %83, label %68, label %62
84:                                               ; preds = %90, %62
  %85 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 14
  %86 = load i64, ptr %85, align 8
  %87 = icmp sgt i64 %86, 0
  br i1 %87, label %88, label %101
88:                                               ; preds = %84
  %89 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 18
  br label %124
90:                                               ; preds = %90, %66
  %91 = phi i64 [ 0, %66 ], [ %98, %90 ]
  %92 = load ptr, ptr %67, align 8
  %93 = getelementptr inbounds %struct.Param, ptr %92, i64 %91
  %94 = load ptr, ptr %93, align 8
  tail call void @Py_DecRef(ptr noundef %94)
  %95 = load ptr, ptr %67, align 8
  %96 = getelementptr inbounds %struct.Param, ptr %95, i64 %91, i32 1
  %97 = load ptr, ptr %96, align 8
  tail call void @Py_DecRef(ptr noundef %97)
  %98 = add nuw nsw i64 %91, 1
  %99 = load i64, ptr %63, align 8
  %100 = icmp slt i64 %98, %99
  br i1 %100, label %90, label %84
101:                                              ; preds = %124, %84
  %102 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 16
  %103 = load ptr, ptr %102, align 8
  tail call void @PyMem_RawFree(ptr noundef %103)
  %104 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 17
  %105 = load ptr, ptr %104, align 8
  tail call void @PyMem_RawFree(ptr noundef %105)
  %106 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 18
  %107 = load ptr, ptr %106, align 8
  tail call void @PyMem_RawFree(ptr noundef %107)
  %108 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 19
  %109 = load ptr, ptr %108, align 8
  tail call void @PyMem_RawFree(ptr noundef %109)
  %110 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 4
  %111 = load ptr, ptr %110, align 8
  store ptr null, ptr %110, align 8
  %112 = icmp eq ptr %111, null
  br i1 %112, label %114, label %113
113:                                              ; preds = %101
  tail call void @Py_DecRef(ptr noundef nonnull %111)
  br label %114
114:                                              ; preds = %113, %101
  %115 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 5
  %116 = load ptr, ptr %115, align 8
  store ptr null, ptr %115, align 8
  %117 = icmp eq ptr %116, null
  br i1 %117, label %119, label %118
118:                                              ; preds = %114
  tail call void @Py_DecRef(ptr noundef nonnull %116)
  br label %119
119:                                              ; preds = %118, %114
  %120 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 11
  %121 = load ptr, ptr %120, align 8
  store ptr null, ptr %120, align 8
  %122 = icmp eq ptr %121, null
  br i1 %122, label %135, label %123
123:                                              ; preds = %119
  tail call void @Py_DecRef(ptr noundef nonnull %121)
  br label %135
124:                                              ; preds = %124, %88
  %125 = phi i64 [ 0, %88 ], [ %132, %124 ]
  %126 = load ptr, ptr %89, align 8
  %127 = getelementptr inbounds %struct.Result, ptr %126, i64 %125
  %128 = load ptr, ptr %127, align 8
  tail call void @Py_DecRef(ptr noundef %128)
  %129 = load ptr, ptr %89, align 8
  %130 = getelementptr inbounds %struct.Result, ptr %129, i64 %125, i32 1
  %131 = load ptr, ptr %130, align 8
  tail call void @Py_DecRef(ptr noundef %131)
  %132 = add nuw nsw i64 %125, 1
  %133 = load i64, ptr %85, align 8
  %134 = icmp slt i64 %132, %133
  br i1 %134, label %124, label %101
135:                                              ; preds = %119, %123
  %136 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %137 = load ptr, ptr %136, align 8
  %138 = tail call ptr @PyType_GetSlot(ptr noundef %137, i32 noundef 74)
  tail call void %138(ptr noundef nonnull %0)
  %139 = load i64, ptr %137, align 8
  %140 = add nsw i64 %139, -1
  store i64 %140, ptr %137, align 8
  %141 = icmp eq i64 %140, 0
  br i1 %141, label %142, label %143
142:                                              ; preds = %135
  tail call void @_Py_Dealloc(ptr noundef nonnull %137)
  br label %143
143:                                              ; preds = %135, %142
  ret void
144:                                              ; preds = %24, %144
  %145 = phi ptr [ %148, %144 ], [ %26, %24 ]
  %146 = getelementptr inbounds %struct.Position, ptr %145, i64 0, i32 1
  store ptr null, ptr %146, align 8
  %147 = getelementptr inbounds %struct.Position, ptr %145, i64 0, i32 3
  %148 = load ptr, ptr %147, align 8
  %149 = icmp eq ptr %148, null
  br i1 %149, label %28, label %144
}
define noundef ptr @segment_reset(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 1
  br i1 %4, label %10, label %5
5:                                                ; preds = %3
  %6 = load ptr, ptr @PyExc_TypeError, align 8
  %7 = tail call ptr @PyErr_Occurred()
  %8 = icmp eq ptr %7, null
  br i1 %8, label %9, label %19
9:                                                ; preds = %5
  tail call void @PyErr_SetString(ptr noundef %6, ptr noundef nonnull @.str)
  br label %19
10:                                               ; preds = %3
  %11 = load ptr, ptr %1, align 8
  %12 = tail call i64 @PyLong_AsLongLong(ptr noundef %11)
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %17
14:                                               ; preds = %10
  %15 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 8), align 8
  %16 = add nsw i64 %15, 1
  store i64 %16, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 8), align 8
  br label %17
17:                                               ; preds = %10, %14
  %18 = phi i64 [ %16, %14 ], [ %12, %10 ]
  tail call fastcc void @reset(ptr noundef %0, i64 noundef %18)
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %19
19:                                               ; preds = %9, %5, %17
  %20 = phi ptr [ @_Py_NoneStruct, %17 ], [ null, %5 ], [ null, %9 ]
  ret ptr %20
}
declare i64 @PyLong_AsLongLong(ptr noundef) local_unnamed_addr
define ptr @segment_take(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 5
  br i1 %4, label %5, label %21
5:                                                ; preds = %3
  %6 = getelementptr inbounds ptr, ptr %1, i64 1
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds %struct.Object, ptr %7, i64 0, i32 1
  %9 = load ptr, ptr %8, align 8
  %10 = icmp ne ptr %9, @PyTuple_Type
  %11 = icmp ne ptr %9, @PyList_Type
  %12 = and i1 %10, %11
  br i1 %12, label %21, label %13
13:                                               ; preds = %5
  %14 = getelementptr inbounds ptr, ptr %1, i64 2
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds %struct.Object, ptr %15, i64 0, i32 1
  %17 = load ptr, ptr %16, align 8
  %18 = icmp ne ptr %17, @PyTuple_Type
  %19 = icmp ne ptr %17, @PyList_Type
  %20 = and i1 %18, %19
  br i1 %20, label %21, label %26
21:                                               ; preds = %13, %5, %3
  %22 = load ptr, ptr @PyExc_TypeError, align 8
  %23 = tail call ptr @PyErr_Occurred()
  %24 = icmp eq ptr %23, null
  br i1 %24, label %25, label %168
25:                                               ; preds = %21
  tail call void @PyErr_SetString(ptr noundef %22, ptr noundef nonnull @.str.1)
  br label %168
26:                                               ; preds = %13
  %27 = load ptr, ptr %1, align 8
  %28 = getelementptr inbounds ptr, ptr %1, i64 3
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %29, @_Py_NoneStruct
  %31 = select i1 %30, ptr null, ptr %29
  %32 = getelementptr inbounds %struct.List, ptr %7, i64 0, i32 1
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds %struct.List, ptr %15, i64 0, i32 1
  %35 = load i64, ptr %34, align 8
  %36 = icmp sgt i64 %33, 0
  br i1 %36, label %37, label %46
37:                                               ; preds = %26
  %38 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 4
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %39, 0
  %41 = getelementptr inbounds %struct.Tuple, ptr %7, i64 0, i32 2
  %42 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  br label %43
43:                                               ; preds = %37, %67
  %44 = phi i64 [ 0, %37 ], [ %69, %67 ]
  %45 = phi i64 [ 0, %37 ], [ %70, %67 ]
  br i1 %40, label %49, label %46
46:                                               ; preds = %43, %67, %26
  %47 = phi i64 [ 0, %26 ], [ %69, %67 ], [ 0, %43 ]
  %48 = icmp eq ptr %31, null
  br i1 %48, label %99, label %72
49:                                               ; preds = %43
  br i1 %10, label %50, label %52
50:                                               ; preds = %49
  %51 = load ptr, ptr %41, align 8
  br label %52
52:                                               ; preds = %49, %50
  %53 = phi ptr [ %51, %50 ], [ %41, %49 ]
  %54 = getelementptr inbounds ptr, ptr %53, i64 %45
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds %struct.Handle, ptr %55, i64 0, i32 1
  %57 = load i64, ptr %56, align 8
  %58 = load i64, ptr %42, align 8
  %59 = icmp eq i64 %57, %58
  br i1 %59, label %67, label %60
60:                                               ; preds = %52
  %61 = getelementptr inbounds %struct.Handle, ptr %55, i64 0, i32 4
  %62 = load ptr, ptr %61, align 8
  %63 = icmp eq ptr %62, null
  %64 = icmp eq ptr %62, @_Py_NoneStruct
  %65 = or i1 %63, %64
  %66 = zext i1 %65 to i64
  br label %67
67:                                               ; preds = %52, %60
  %68 = phi i64 [ 0, %52 ], [ %66, %60 ]
  %69 = or i64 %68, %44
  %70 = add nuw nsw i64 %45, 1
  %71 = icmp eq i64 %70, %33
  br i1 %71, label %46, label %43
72:                                               ; preds = %46
  %73 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 4
  %74 = load i64, ptr %73, align 8
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %76, label %99
76:                                               ; preds = %72
  %77 = getelementptr inbounds %struct.Handle, ptr %31, i64 0, i32 1
  %78 = load i64, ptr %77, align 8
  %79 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %80 = load i64, ptr %79, align 8
  %81 = icmp eq i64 %78, %80
  br i1 %81, label %88, label %82
82:                                               ; preds = %76
  %83 = getelementptr inbounds %struct.Handle, ptr %31, i64 0, i32 4
  %84 = load ptr, ptr %83, align 8
  %85 = icmp ne ptr %84, null
  %86 = icmp ne ptr %84, @_Py_NoneStruct
  %87 = and i1 %85, %86
  br i1 %87, label %88, label %96
88:                                               ; preds = %76, %82
  %89 = getelementptr inbounds %struct.Handle, ptr %31, i64 0, i32 7
  %90 = load i64, ptr %89, align 8
  %91 = getelementptr inbounds ptr, ptr %1, i64 4
  %92 = load ptr, ptr %91, align 8
  %93 = tail call i64 @PyLong_AsLongLong(ptr noundef %92)
  %94 = icmp ne i64 %90, %93
  %95 = zext i1 %94 to i64
  br label %96
96:                                               ; preds = %88, %82
  %97 = phi i64 [ 1, %82 ], [ %95, %88 ]
  %98 = or i64 %97, %47
  br label %99
99:                                               ; preds = %96, %72, %46
  %100 = phi i64 [ %47, %72 ], [ %98, %96 ], [ %47, %46 ]
  %101 = icmp eq i64 %100, 0
  br i1 %101, label %103, label %102
102:                                              ; preds = %99
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NotImplementedStruct)
  br label %168
103:                                              ; preds = %99
  %104 = getelementptr inbounds %struct.Position, ptr %27, i64 0, i32 14
  %105 = load i64, ptr %104, align 8
  %106 = add nsw i64 %105, %33
  %107 = tail call fastcc i32 @reserve(ptr noundef %0, i64 noundef %106, i64 noundef %33, i64 noundef %35)
  %108 = icmp eq i32 %107, 0
  br i1 %108, label %168, label %109
109:                                              ; preds = %103
  %110 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %111 = load i64, ptr %110, align 8
  %112 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 18
  %113 = load i64, ptr %112, align 8
  %114 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 21
  %115 = load i64, ptr %114, align 8
  br i1 %36, label %123, label %119
116:                                              ; preds = %134
  %117 = add nuw nsw i64 %124, 1
  %118 = icmp eq i64 %117, %33
  br i1 %118, label %119, label %123
119:                                              ; preds = %116, %109
  %120 = icmp sgt i64 %35, 0
  br i1 %120, label %121, label %141
121:                                              ; preds = %119
  %122 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 20
  br label %144
123:                                              ; preds = %109, %116
  %124 = phi i64 [ %117, %116 ], [ 0, %109 ]
  %125 = load ptr, ptr %6, align 8
  %126 = getelementptr inbounds %struct.Object, ptr %125, i64 0, i32 1
  %127 = load ptr, ptr %126, align 8
  %128 = icmp eq ptr %127, @PyTuple_Type
  br i1 %128, label %129, label %131
129:                                              ; preds = %123
  %130 = getelementptr inbounds %struct.Tuple, ptr %125, i64 0, i32 2
  br label %134
131:                                              ; preds = %123
  %132 = getelementptr inbounds %struct.List, ptr %125, i64 0, i32 2
  %133 = load ptr, ptr %132, align 8
  br label %134
134:                                              ; preds = %129, %131
  %135 = phi ptr [ %130, %129 ], [ %133, %131 ]
  %136 = getelementptr inbounds ptr, ptr %135, i64 %124
  %137 = load ptr, ptr %136, align 8
  %138 = tail call fastcc i32 @bind_leaf(ptr noundef %0, ptr noundef %137)
  %139 = icmp eq i32 %138, 0
  br i1 %139, label %140, label %116
140:                                              ; preds = %134
  tail call fastcc void @undo(ptr noundef %0, i64 noundef %111, i64 noundef %113, i64 noundef %115)
  br label %168
141:                                              ; preds = %155, %119
  %142 = tail call fastcc ptr @step_to(ptr noundef %0, ptr noundef %27, ptr noundef %31)
  %143 = icmp eq ptr %142, null
  br i1 %143, label %165, label %166
144:                                              ; preds = %121, %155
  %145 = phi i64 [ 0, %121 ], [ %163, %155 ]
  %146 = load ptr, ptr %14, align 8
  %147 = getelementptr inbounds %struct.Object, ptr %146, i64 0, i32 1
  %148 = load ptr, ptr %147, align 8
  %149 = icmp eq ptr %148, @PyTuple_Type
  br i1 %149, label %150, label %152
150:                                              ; preds = %144
  %151 = getelementptr inbounds %struct.Tuple, ptr %146, i64 0, i32 2
  br label %155
152:                                              ; preds = %144
  %153 = getelementptr inbounds %struct.List, ptr %146, i64 0, i32 2
  %154 = load ptr, ptr %153, align 8
  br label %155
155:                                              ; preds = %150, %152
  %156 = phi ptr [ %151, %150 ], [ %154, %152 ]
  %157 = getelementptr inbounds ptr, ptr %156, i64 %145
  %158 = load ptr, ptr %157, align 8
  tail call void @Py_IncRef(ptr noundef %158)
  %159 = load ptr, ptr %122, align 8
  %160 = load i64, ptr %114, align 8
  %161 = add nsw i64 %160, 1
  store i64 %161, ptr %114, align 8
  %162 = getelementptr inbounds ptr, ptr %159, i64 %160
  store ptr %158, ptr %162, align 8
  %163 = add nuw nsw i64 %145, 1
  %164 = icmp eq i64 %163, %35
  br i1 %164, label %141, label %144
165:                                              ; preds = %141
  tail call fastcc void @undo(ptr noundef %0, i64 noundef %111, i64 noundef %113, i64 noundef %115)
  br label %168
166:                                              ; preds = %141
  br i1 %48, label %168, label %167
167:                                              ; preds = %166
  tail call void @Py_IncRef(ptr noundef nonnull %142)
  br label %168
168:                                              ; preds = %140, %25, %21, %102, %103, %165, %167, %166
  %169 = phi ptr [ @_Py_NotImplementedStruct, %102 ], [ null, %103 ], [ null, %140 ], [ null, %165 ], [ %142, %167 ], [ %142, %166 ], [ null, %21 ], [ null, %25 ]
  ret ptr %169
}
declare void @Py_IncRef(ptr noundef) local_unnamed_addr
define internal fastcc noundef i32 @reserve(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3) unnamed_addr {
  %5 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %6 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 16
  %7 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %8 = load i64, ptr %7, align 8
  %9 = add nsw i64 %8, %1
  %10 = load i64, ptr %6, align 8
  %11 = icmp slt i64 %10, %9
  br i1 %11, label %12, label %23
12:                                               ; preds = %4
  %13 = sdiv i64 %9, 2
  %14 = add i64 %9, 64
  %15 = add i64 %14, %13
  %16 = load ptr, ptr %5, align 8
  %17 = shl nsw i64 %15, 4
  %18 = tail call ptr @PyMem_RawRealloc(ptr noundef %16, i64 noundef %17)
  %19 = icmp eq ptr %18, null
  br i1 %19, label %21, label %20
20:                                               ; preds = %12
  store ptr %18, ptr %5, align 8
  store i64 %15, ptr %6, align 8
  br label %23
21:                                               ; preds = %12
  %22 = tail call ptr @PyErr_NoMemory()
  br label %61
23:                                               ; preds = %4, %20
  %24 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 17
  %25 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 19
  %26 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 18
  %27 = load i64, ptr %26, align 8
  %28 = add nsw i64 %27, %2
  %29 = load i64, ptr %25, align 8
  %30 = icmp slt i64 %29, %28
  br i1 %30, label %31, label %42
31:                                               ; preds = %23
  %32 = sdiv i64 %28, 2
  %33 = add i64 %28, 64
  %34 = add i64 %33, %32
  %35 = load ptr, ptr %24, align 8
  %36 = shl nsw i64 %34, 4
  %37 = tail call ptr @PyMem_RawRealloc(ptr noundef %35, i64 noundef %36)
  %38 = icmp eq ptr %37, null
  br i1 %38, label %40, label %39
39:                                               ; preds = %31
  store ptr %37, ptr %24, align 8
  store i64 %34, ptr %25, align 8
  br label %42
40:                                               ; preds = %31
  %41 = tail call ptr @PyErr_NoMemory()
  br label %61
42:                                               ; preds = %23, %39
  %43 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 20
  %44 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 22
  %45 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 21
  %46 = load i64, ptr %45, align 8
  %47 = add nsw i64 %46, %3
  %48 = load i64, ptr %44, align 8
  %49 = icmp slt i64 %48, %47
  br i1 %49, label %50, label %61
50:                                               ; preds = %42
  %51 = sdiv i64 %47, 2
  %52 = add i64 %47, 64
  %53 = add i64 %52, %51
  %54 = load ptr, ptr %43, align 8
  %55 = shl nsw i64 %53, 3
  %56 = tail call ptr @PyMem_RawRealloc(ptr noundef %54, i64 noundef %55)
  %57 = icmp eq ptr %56, null
  br i1 %57, label %58, label %60
58:                                               ; preds = %50
  %59 = tail call ptr @PyErr_NoMemory()
  br label %61
60:                                               ; preds = %50
  store ptr %56, ptr %43, align 8
  store i64 %53, ptr %44, align 8
  br label %61
61:                                               ; preds = %60, %58, %42, %40, %21
  %62 = phi i32 [ 0, %40 ], [ 0, %21 ], [ 1, %42 ], [ 1, %60 ], [ 0, %58 ]
  ret i32 %62
}
define internal fastcc noundef i32 @bind_leaf(ptr nocapture noundef %0, ptr noundef %1) unnamed_addr {
  %3 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 4
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  %6 = select i1 %5, ptr @_Py_NoneStruct, ptr %4
  tail call void @Py_IncRef(ptr noundef nonnull %6)
  %7 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 4
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %35, label %10
10:                                               ; preds = %2
  %11 = tail call i32 @PyGC_Disable()
  %12 = tail call ptr @PyTuple_New(i64 noundef 5)
  %13 = icmp eq i32 %11, 0
  br i1 %13, label %16, label %14
14:                                               ; preds = %10
  %15 = tail call i32 @PyGC_Enable()
  br label %16
16:                                               ; preds = %10, %14
  %17 = icmp eq ptr %12, null
  br i1 %17, label %59, label %18
18:                                               ; preds = %16
  %19 = load i64, ptr %1, align 8
  %20 = add nsw i64 %19, 1
  store i64 %20, ptr %1, align 8
  %21 = getelementptr inbounds %struct.Tuple, ptr %12, i64 0, i32 2
  store ptr %1, ptr %21, align 8
  %22 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 1
  %23 = load i64, ptr %22, align 8
  %24 = tail call ptr @PyLong_FromLongLong(i64 noundef %23)
  %25 = getelementptr inbounds %struct.Tuple, ptr %12, i64 1, i32 0, i32 1
  store ptr %24, ptr %25, align 8
  %26 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 2
  %27 = load i64, ptr %26, align 8
  %28 = tail call ptr @PyLong_FromLongLong(i64 noundef %27)
  %29 = getelementptr inbounds %struct.Tuple, ptr %12, i64 1, i32 1
  store ptr %28, ptr %29, align 8
  %30 = getelementptr inbounds %struct.Tuple, ptr %12, i64 2
  store ptr %6, ptr %30, align 8
  %31 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 7
  %32 = load i64, ptr %31, align 8
  %33 = tail call ptr @PyLong_FromLongLong(i64 noundef %32)
  %34 = getelementptr inbounds %struct.Tuple, ptr %12, i64 2, i32 0, i32 1
  store ptr %33, ptr %34, align 8
  br label %35
35:                                               ; preds = %18, %2
  %36 = phi ptr [ %12, %18 ], [ %6, %2 ]
  %37 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 17
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 18
  %40 = load i64, ptr %39, align 8
  %41 = add nsw i64 %40, 1
  store i64 %41, ptr %39, align 8
  %42 = getelementptr inbounds %struct.Leaf, ptr %38, i64 %40
  %43 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %44 = load i64, ptr %43, align 8
  store i64 %44, ptr %42, align 8
  %45 = getelementptr inbounds i8, ptr %42, i64 8
  store ptr %36, ptr %45, align 8
  %46 = load i64, ptr %43, align 8
  %47 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 2
  store i64 %46, ptr %47, align 8
  %48 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %49 = load i64, ptr %48, align 8
  %50 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 1
  store i64 %49, ptr %50, align 8
  %51 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %52 = load ptr, ptr %51, align 8
  %53 = load i64, ptr %43, align 8
  %54 = add nsw i64 %53, 1
  store i64 %54, ptr %43, align 8
  %55 = getelementptr inbounds %struct.Slot, ptr %52, i64 %53
  store ptr %1, ptr %55, align 8
  %56 = getelementptr inbounds i8, ptr %55, i64 8
  store i64 0, ptr %56, align 8
  %57 = load i64, ptr %1, align 8
  %58 = add nsw i64 %57, 1
  store i64 %58, ptr %1, align 8
  br label %59
59:                                               ; preds = %16, %35
  %60 = phi i32 [ 1, %35 ], [ 0, %16 ]
  ret i32 %60
}
define internal fastcc void @undo(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3) unnamed_addr {
  %5 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 21
  %6 = load i64, ptr %5, align 8
  %7 = icmp sgt i64 %6, %3
  br i1 %7, label %8, label %10
8:                                                ; preds = %4
  %9 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 20
  br label %16
10:                                               ; preds = %16, %4
  %11 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 18
  %12 = load i64, ptr %11, align 8
  %13 = icmp sgt i64 %12, %2
  br i1 %13, label %14, label %24
14:                                               ; preds = %10
  %15 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 17
  br label %30
16:                                               ; preds = %8, %16
  %17 = phi i64 [ %6, %8 ], [ %22, %16 ]
  %18 = load ptr, ptr %9, align 8
  %19 = add nsw i64 %17, -1
  store i64 %19, ptr %5, align 8
  %20 = getelementptr inbounds ptr, ptr %18, i64 %19
  %21 = load ptr, ptr %20, align 8
  tail call void @Py_DecRef(ptr noundef %21)
  %22 = load i64, ptr %5, align 8
  %23 = icmp sgt i64 %22, %3
  br i1 %23, label %16, label %10
24:                                               ; preds = %30, %10
  %25 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %26 = load i64, ptr %25, align 8
  %27 = icmp sgt i64 %26, %1
  br i1 %27, label %28, label %52
28:                                               ; preds = %24
  %29 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  br label %38
30:                                               ; preds = %14, %30
  %31 = phi i64 [ %12, %14 ], [ %36, %30 ]
  %32 = load ptr, ptr %15, align 8
  %33 = add nsw i64 %31, -1
  store i64 %33, ptr %11, align 8
  %34 = getelementptr inbounds %struct.Leaf, ptr %32, i64 %33, i32 1
  %35 = load ptr, ptr %34, align 8
  tail call void @Py_DecRef(ptr noundef %35)
  %36 = load i64, ptr %11, align 8
  %37 = icmp sgt i64 %36, %2
  br i1 %37, label %30, label %24
38:                                               ; preds = %28, %49
  %39 = phi i64 [ %26, %28 ], [ %50, %49 ]
  %40 = load ptr, ptr %29, align 8
  %41 = add nsw i64 %39, -1
  store i64 %41, ptr %25, align 8
  %42 = getelementptr inbounds %struct.Slot, ptr %40, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = getelementptr inbounds %struct.Handle, ptr %43, i64 0, i32 1
  store i64 -1, ptr %44, align 8
  %45 = load i64, ptr %43, align 8
  %46 = add nsw i64 %45, -1
  store i64 %46, ptr %43, align 8
  %47 = icmp eq i64 %46, 0
  br i1 %47, label %48, label %49
48:                                               ; preds = %38
  tail call void @_Py_Dealloc(ptr noundef nonnull %43)
  br label %49
49:                                               ; preds = %38, %48
  %50 = load i64, ptr %25, align 8
  %51 = icmp sgt i64 %50, %1
  br i1 %51, label %38, label %52
52:                                               ; preds = %49, %24
  ret void
}
define internal fastcc ptr @step_to(ptr nocapture noundef %0, ptr noundef %1, ptr noundef %2) unnamed_addr {
  %4 = icmp eq ptr %2, null
  br i1 %4, label %60, label %5
5:                                                ; preds = %3
  %6 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 4
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 1
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %9, %11
  br i1 %12, label %13, label %23
13:                                               ; preds = %5
  %14 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 2
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds %struct.Slot, ptr %15, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %21 = load i64, ptr %20, align 8
  store ptr null, ptr %18, align 8
  %22 = getelementptr inbounds i8, ptr %18, i64 8
  store i64 %21, ptr %22, align 8
  br label %23
23:                                               ; preds = %13, %5
  %24 = phi ptr [ %19, %13 ], [ null, %5 ]
  %25 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %26 = load i64, ptr %25, align 8
  %27 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 2
  store i64 %26, ptr %27, align 8
  %28 = load i64, ptr %10, align 8
  store i64 %28, ptr %8, align 8
  store ptr null, ptr %6, align 8
  %29 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 7
  %30 = load i64, ptr %29, align 8
  %31 = add nsw i64 %30, 1
  store i64 %31, ptr %29, align 8
  %32 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %33 = load ptr, ptr %32, align 8
  %34 = load i64, ptr %25, align 8
  %35 = add nsw i64 %34, 1
  store i64 %35, ptr %25, align 8
  %36 = getelementptr inbounds %struct.Slot, ptr %33, i64 %34
  store ptr %2, ptr %36, align 8
  %37 = getelementptr inbounds i8, ptr %36, i64 8
  store i64 0, ptr %37, align 8
  %38 = load i64, ptr %2, align 8
  %39 = add nsw i64 %38, 1
  store i64 %39, ptr %2, align 8
  %40 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 7
  %41 = load ptr, ptr %40, align 8
  %42 = load i64, ptr %1, align 8
  %43 = add nsw i64 %42, 1
  store i64 %43, ptr %1, align 8
  store ptr %1, ptr %40, align 8
  %44 = icmp eq ptr %41, null
  br i1 %44, label %50, label %45
45:                                               ; preds = %23
  %46 = load i64, ptr %41, align 8
  %47 = add nsw i64 %46, -1
  store i64 %47, ptr %41, align 8
  %48 = icmp eq i64 %47, 0
  br i1 %48, label %49, label %50
49:                                               ; preds = %45
  tail call void @_Py_Dealloc(ptr noundef nonnull %41)
  br label %50
50:                                               ; preds = %49, %45, %23
  %51 = icmp eq ptr %24, null
  br i1 %51, label %57, label %52
52:                                               ; preds = %50
  %53 = load i64, ptr %24, align 8
  %54 = add nsw i64 %53, -1
  store i64 %54, ptr %24, align 8
  %55 = icmp eq i64 %54, 0
  br i1 %55, label %56, label %57
56:                                               ; preds = %52
  tail call void @_Py_Dealloc(ptr noundef nonnull %24)
  br label %57
57:                                               ; preds = %56, %52, %50
  %58 = icmp eq ptr %7, null
  br i1 %58, label %179, label %59
59:                                               ; preds = %57
  tail call void @Py_DecRef(ptr noundef nonnull %7)
  br label %179
60:                                               ; preds = %3
  %61 = getelementptr inbounds %struct.Position, ptr %1, i64 0, i32 14
  %62 = load i64, ptr %61, align 8
  %63 = icmp eq i64 %62, 1
  br i1 %63, label %64, label %106
64:                                               ; preds = %60
  %65 = getelementptr inbounds %struct.Position, ptr %1, i64 0, i32 18
  %66 = load ptr, ptr %65, align 8
  %67 = load ptr, ptr %66, align 8
  %68 = getelementptr inbounds { ptr, ptr }, ptr %66, i64 0, i32 1
  %69 = load ptr, ptr %68, align 8
  %70 = load ptr, ptr @core, align 8
  %71 = icmp eq ptr %70, null
  br i1 %71, label %84, label %72
72:                                               ; preds = %64
  %73 = getelementptr inbounds %struct.Type, ptr %67, i64 0, i32 5
  %74 = load ptr, ptr %73, align 8
  %75 = icmp eq ptr %74, @handle_dealloc
  br i1 %75, label %76, label %84
76:                                               ; preds = %72
  %77 = getelementptr inbounds %struct.Handle, ptr %70, i64 0, i32 1
  %78 = load ptr, ptr %77, align 8
  store ptr %78, ptr @core, align 8
  %79 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  %80 = add nsw i64 %79, -1
  store i64 %80, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  store i64 1, ptr %70, align 8
  %81 = getelementptr inbounds %struct.Object, ptr %70, i64 0, i32 1
  store ptr %67, ptr %81, align 8
  %82 = load i64, ptr %67, align 8
  %83 = add nsw i64 %82, 1
  store i64 %83, ptr %67, align 8
  br label %87
84:                                               ; preds = %72, %64
  %85 = tail call ptr @PyType_GenericAlloc(ptr noundef %67, i64 noundef 0)
  %86 = icmp eq ptr %85, null
  br i1 %86, label %179, label %87
87:                                               ; preds = %84, %76
  %88 = phi ptr [ %70, %76 ], [ %85, %84 ]
  %89 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %90 = load i64, ptr %89, align 8
  %91 = getelementptr inbounds %struct.Handle, ptr %88, i64 0, i32 1
  store i64 %90, ptr %91, align 8
  %92 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %93 = load i64, ptr %92, align 8
  %94 = getelementptr inbounds %struct.Handle, ptr %88, i64 0, i32 2
  store i64 %93, ptr %94, align 8
  %95 = getelementptr inbounds %struct.Handle, ptr %88, i64 0, i32 3
  store ptr %69, ptr %95, align 8
  %96 = load i64, ptr %69, align 8
  %97 = add nsw i64 %96, 1
  store i64 %97, ptr %69, align 8
  %98 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %99 = load ptr, ptr %98, align 8
  %100 = load i64, ptr %92, align 8
  %101 = add nsw i64 %100, 1
  store i64 %101, ptr %92, align 8
  %102 = getelementptr inbounds %struct.Slot, ptr %99, i64 %100
  store ptr %88, ptr %102, align 8
  %103 = getelementptr inbounds i8, ptr %102, i64 8
  store i64 0, ptr %103, align 8
  %104 = load i64, ptr %88, align 8
  %105 = add nsw i64 %104, 1
  store i64 %105, ptr %88, align 8
  br label %167
106:                                              ; preds = %60
  %107 = tail call i32 @PyGC_Disable()
  %108 = tail call ptr @PyTuple_New(i64 noundef %62)
  %109 = icmp eq i32 %107, 0
  br i1 %109, label %112, label %110
110:                                              ; preds = %106
  %111 = tail call i32 @PyGC_Enable()
  br label %112
112:                                              ; preds = %110, %106
  %113 = icmp eq ptr %108, null
  br i1 %113, label %179, label %114
114:                                              ; preds = %112
  %115 = getelementptr inbounds %struct.Position, ptr %1, i64 0, i32 18
  %116 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %117 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %118 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %119 = load i64, ptr %61, align 8
  %120 = icmp sgt i64 %119, 0
  br i1 %120, label %121, label %167
121:                                              ; preds = %114, %145
  %122 = phi i64 [ %162, %145 ], [ 0, %114 ]
  %123 = load ptr, ptr %115, align 8
  %124 = getelementptr inbounds %struct.Result, ptr %123, i64 %122
  %125 = load ptr, ptr %124, align 8
  %126 = getelementptr inbounds { ptr, ptr }, ptr %124, i64 0, i32 1
  %127 = load ptr, ptr %126, align 8
  %128 = load ptr, ptr @core, align 8
  %129 = icmp eq ptr %128, null
  br i1 %129, label %142, label %130
130:                                              ; preds = %121
  %131 = getelementptr inbounds %struct.Type, ptr %125, i64 0, i32 5
  %132 = load ptr, ptr %131, align 8
  %133 = icmp eq ptr %132, @handle_dealloc
  br i1 %133, label %134, label %142
134:                                              ; preds = %130
  %135 = getelementptr inbounds %struct.Handle, ptr %128, i64 0, i32 1
  %136 = load ptr, ptr %135, align 8
  store ptr %136, ptr @core, align 8
  %137 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  %138 = add nsw i64 %137, -1
  store i64 %138, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  store i64 1, ptr %128, align 8
  %139 = getelementptr inbounds %struct.Object, ptr %128, i64 0, i32 1
  store ptr %125, ptr %139, align 8
  %140 = load i64, ptr %125, align 8
  %141 = add nsw i64 %140, 1
  store i64 %141, ptr %125, align 8
  br label %145
142:                                              ; preds = %130, %121
  %143 = tail call ptr @PyType_GenericAlloc(ptr noundef %125, i64 noundef 0)
  %144 = icmp eq ptr %143, null
  br i1 %144, label %165, label %145
145:                                              ; preds = %142, %134
  %146 = phi ptr [ %128, %134 ], [ %143, %142 ]
  %147 = load i64, ptr %116, align 8
  %148 = getelementptr inbounds %struct.Handle, ptr %146, i64 0, i32 1
  store i64 %147, ptr %148, align 8
  %149 = load i64, ptr %117, align 8
  %150 = getelementptr inbounds %struct.Handle, ptr %146, i64 0, i32 2
  store i64 %149, ptr %150, align 8
  %151 = getelementptr inbounds %struct.Handle, ptr %146, i64 0, i32 3
  store ptr %127, ptr %151, align 8
  %152 = load i64, ptr %127, align 8
  %153 = add nsw i64 %152, 1
  store i64 %153, ptr %127, align 8
  %154 = load ptr, ptr %118, align 8
  %155 = load i64, ptr %117, align 8
  %156 = add nsw i64 %155, 1
  store i64 %156, ptr %117, align 8
  %157 = getelementptr inbounds %struct.Slot, ptr %154, i64 %155
  store ptr %146, ptr %157, align 8
  %158 = getelementptr inbounds i8, ptr %157, i64 8
  store i64 0, ptr %158, align 8
  %159 = load i64, ptr %146, align 8
  %160 = add nsw i64 %159, 1
  store i64 %160, ptr %146, align 8
  %161 = getelementptr inbounds %struct.Tuple, ptr %108, i64 0, i32 2, i64 %122
  store ptr %146, ptr %161, align 8
  %162 = add nuw nsw i64 %122, 1
  %163 = load i64, ptr %61, align 8
  %164 = icmp slt i64 %162, %163
  br i1 %164, label %121, label %167
165:                                              ; preds = %142
  %166 = getelementptr inbounds %struct.Tuple, ptr %108, i64 0, i32 2, i64 %122
  store ptr null, ptr %166, align 8
  tail call void @Py_DecRef(ptr noundef nonnull %108)
  br label %179
167:                                              ; preds = %145, %114, %87
  %168 = phi ptr [ %88, %87 ], [ %108, %114 ], [ %108, %145 ]
  %169 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 7
  %170 = load ptr, ptr %169, align 8
  %171 = load i64, ptr %1, align 8
  %172 = add nsw i64 %171, 1
  store i64 %172, ptr %1, align 8
  store ptr %1, ptr %169, align 8
  %173 = icmp eq ptr %170, null
  br i1 %173, label %179, label %174
174:                                              ; preds = %167
  %175 = load i64, ptr %170, align 8
  %176 = add nsw i64 %175, -1
  store i64 %176, ptr %170, align 8
  %177 = icmp eq i64 %176, 0
  br i1 %177, label %178, label %179
178:                                              ; preds = %174
  tail call void @_Py_Dealloc(ptr noundef nonnull %170)
  br label %179
179:                                              ; preds = %112, %165, %84, %178, %174, %167, %59, %57
  %180 = phi ptr [ %2, %57 ], [ %2, %59 ], [ %168, %167 ], [ %168, %174 ], [ %168, %178 ], [ null, %84 ], [ null, %165 ], [ null, %112 ]
  ret ptr %180
}
define ptr @segment_learn(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = icmp eq i64 %2, 9
  br i1 %7, label %8, label %32
8:                                                ; preds = %3
  %9 = getelementptr inbounds ptr, ptr %1, i64 2
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds %struct.Object, ptr %10, i64 0, i32 1
  %12 = load ptr, ptr %11, align 8
  %13 = icmp ne ptr %12, @PyTuple_Type
  %14 = icmp ne ptr %12, @PyList_Type
  %15 = and i1 %13, %14
  br i1 %15, label %32, label %16
16:                                               ; preds = %8
  %17 = getelementptr inbounds ptr, ptr %1, i64 4
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds %struct.Object, ptr %18, i64 0, i32 1
  %20 = load ptr, ptr %19, align 8
  %21 = icmp ne ptr %20, @PyTuple_Type
  %22 = icmp ne ptr %20, @PyList_Type
  %23 = and i1 %21, %22
  br i1 %23, label %32, label %24
24:                                               ; preds = %16
  %25 = getelementptr inbounds ptr, ptr %1, i64 8
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds %struct.Object, ptr %26, i64 0, i32 1
  %28 = load ptr, ptr %27, align 8
  %29 = icmp ne ptr %28, @PyTuple_Type
  %30 = icmp ne ptr %28, @PyList_Type
  %31 = and i1 %29, %30
  br i1 %31, label %32, label %37
32:                                               ; preds = %24, %16, %8, %3
  %33 = load ptr, ptr @PyExc_TypeError, align 8
  %34 = tail call ptr @PyErr_Occurred()
  %35 = icmp eq ptr %34, null
  br i1 %35, label %36, label %262
36:                                               ; preds = %32
  tail call void @PyErr_SetString(ptr noundef %33, ptr noundef nonnull @.str.2)
  br label %262
37:                                               ; preds = %24
  %38 = load ptr, ptr %1, align 8
  %39 = getelementptr inbounds ptr, ptr %1, i64 3
  %40 = load ptr, ptr %39, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5)
  %41 = tail call i64 @PyDict_Size(ptr noundef %40)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6)
  store i64 0, ptr %6, align 8
  %42 = tail call i64 @llvm.umax.i64(i64 %41, i64 1)
  %43 = tail call ptr @PyMem_RawCalloc(i64 noundef %42, i64 noundef 40)
  %44 = icmp eq ptr %43, null
  %45 = icmp slt i64 %41, 0
  %46 = select i1 %44, i1 true, i1 %45
  br i1 %46, label %53, label %47
47:                                               ; preds = %37
  %48 = call i32 @PyDict_Next(ptr noundef %40, ptr noundef nonnull %6, ptr noundef nonnull %4, ptr noundef nonnull %5)
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %55, label %50
50:                                               ; preds = %47
  %51 = getelementptr inbounds %struct.List, ptr %18, i64 0, i32 1
  %52 = getelementptr inbounds %struct.List, ptr %18, i64 0, i32 2
  br label %60
53:                                               ; preds = %37
  %54 = tail call ptr @PyErr_NoMemory()
  br label %260
55:                                               ; preds = %100, %47
  %56 = phi i64 [ 0, %47 ], [ %102, %100 ]
  %57 = call i64 @llvm.umax.i64(i64 %56, i64 1)
  %58 = call ptr @PyMem_RawCalloc(i64 noundef %57, i64 noundef 8)
  %59 = icmp eq ptr %58, null
  br i1 %59, label %177, label %106
60:                                               ; preds = %50, %100
  %61 = phi i64 [ 0, %50 ], [ %102, %100 ]
  %62 = phi ptr [ %43, %50 ], [ %103, %100 ]
  %63 = load ptr, ptr %4, align 8
  %64 = load ptr, ptr %5, align 8
  store ptr %63, ptr %62, align 8
  %65 = getelementptr inbounds i8, ptr %62, i64 8
  store ptr %64, ptr %65, align 8
  %66 = getelementptr inbounds i8, ptr %62, i64 16
  store i64 0, ptr %66, align 8
  %67 = getelementptr inbounds i8, ptr %62, i64 24
  store i64 0, ptr %67, align 8
  %68 = getelementptr inbounds i8, ptr %62, i64 32
  store i64 %61, ptr %68, align 8
  %69 = load i64, ptr %51, align 8
  %70 = icmp sgt i64 %69, 0
  br i1 %70, label %80, label %71
71:                                               ; preds = %87, %60
  %72 = phi i64 [ 0, %60 ], [ %93, %87 ]
  %73 = load ptr, ptr %5, align 8
  %74 = getelementptr inbounds %struct.Object, ptr %73, i64 0, i32 1
  %75 = load ptr, ptr %74, align 8
  %76 = icmp eq ptr %75, @PyTuple_Type
  %77 = and i64 %72, 1
  %78 = select i1 %76, i64 %77, i64 0
  store i64 %78, ptr %66, align 8
  %79 = icmp eq i64 %78, 0
  br i1 %79, label %100, label %97
80:                                               ; preds = %60, %87
  %81 = phi i64 [ %93, %87 ], [ 0, %60 ]
  %82 = phi i64 [ %94, %87 ], [ 0, %60 ]
  %83 = load ptr, ptr %19, align 8
  %84 = icmp eq ptr %83, @PyTuple_Type
  br i1 %84, label %87, label %85
85:                                               ; preds = %80
  %86 = load ptr, ptr %52, align 8
  br label %87
87:                                               ; preds = %80, %85
  %88 = phi ptr [ %86, %85 ], [ %52, %80 ]
  %89 = getelementptr inbounds ptr, ptr %88, i64 %82
  %90 = load ptr, ptr %89, align 8
  %91 = icmp eq ptr %90, %63
  %92 = zext i1 %91 to i64
  %93 = or i64 %81, %92
  store i64 %93, ptr %66, align 8
  %94 = add nuw nsw i64 %82, 1
  %95 = load i64, ptr %51, align 8
  %96 = icmp slt i64 %94, %95
  br i1 %96, label %80, label %71
97:                                               ; preds = %71
  %98 = getelementptr inbounds %struct.List, ptr %73, i64 0, i32 1
  %99 = load i64, ptr %98, align 8
  br label %100
100:                                              ; preds = %71, %97
  %101 = phi i64 [ %99, %97 ], [ 0, %71 ]
  store i64 %101, ptr %67, align 8
  %102 = add nsw i64 %101, %61
  %103 = getelementptr inbounds %struct.Param, ptr %62, i64 1
  %104 = call i32 @PyDict_Next(ptr noundef %40, ptr noundef nonnull %6, ptr noundef nonnull %4, ptr noundef nonnull %5)
  %105 = icmp eq i32 %104, 0
  br i1 %105, label %55, label %60
106:                                              ; preds = %55
  %107 = getelementptr inbounds ptr, ptr %1, i64 1
  %108 = load ptr, ptr %107, align 8
  %109 = load ptr, ptr %9, align 8
  %110 = getelementptr inbounds %struct.Object, ptr %109, i64 0, i32 1
  %111 = load ptr, ptr %110, align 8
  %112 = icmp eq ptr %111, @PyTuple_Type
  br i1 %112, label %113, label %115
113:                                              ; preds = %106
  %114 = getelementptr inbounds %struct.Tuple, ptr %109, i64 0, i32 2
  br label %118
115:                                              ; preds = %106
  %116 = getelementptr inbounds %struct.List, ptr %109, i64 0, i32 2
  %117 = load ptr, ptr %116, align 8
  br label %118
118:                                              ; preds = %113, %115
  %119 = phi ptr [ %114, %113 ], [ %117, %115 ]
  %120 = getelementptr inbounds %struct.List, ptr %109, i64 0, i32 1
  %121 = load i64, ptr %120, align 8
  %122 = getelementptr inbounds ptr, ptr %1, i64 5
  %123 = load ptr, ptr %122, align 8
  %124 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 45), align 8
  %125 = icmp eq ptr %123, %124
  %126 = zext i1 %125 to i64
  %127 = getelementptr inbounds ptr, ptr %1, i64 6
  %128 = load ptr, ptr %127, align 8
  %129 = icmp eq ptr %128, @_Py_NoneStruct
  %130 = select i1 %129, ptr null, ptr %128
  %131 = getelementptr inbounds ptr, ptr %1, i64 7
  %132 = load ptr, ptr %131, align 8
  %133 = call i64 @PyLong_AsLongLong(ptr noundef %132)
  %134 = call i64 @llvm.umax.i64(i64 %121, i64 1)
  %135 = call ptr @PyMem_RawCalloc(i64 noundef %134, i64 noundef 24)
  %136 = icmp eq ptr %135, null
  br i1 %136, label %146, label %137
137:                                              ; preds = %118
  %138 = getelementptr inbounds %struct.Position, ptr %38, i64 0, i32 4
  %139 = load ptr, ptr %138, align 8
  %140 = icmp eq ptr %139, null
  br i1 %140, label %141, label %146
141:                                              ; preds = %137
  %142 = call fastcc i64 @keys_of(ptr noundef %0, ptr noundef %119, i64 noundef %121, ptr noundef nonnull %135)
  %143 = icmp eq i64 %142, %133
  br i1 %143, label %144, label %146
144:                                              ; preds = %141
  %145 = icmp sgt i64 %121, 0
  br i1 %145, label %152, label %147
146:                                              ; preds = %118, %137, %141
  call void @PyMem_RawFree(ptr noundef %135)
  br label %177
147:                                              ; preds = %161, %144
  %148 = getelementptr inbounds %struct.Position, ptr %38, i64 0, i32 16
  store ptr %135, ptr %148, align 8
  %149 = getelementptr inbounds %struct.Position, ptr %38, i64 0, i32 12
  store i64 %121, ptr %149, align 8
  %150 = getelementptr inbounds %struct.Position, ptr %38, i64 0, i32 6
  store i64 %126, ptr %150, align 8
  %151 = icmp eq ptr %130, null
  br i1 %151, label %169, label %164
152:                                              ; preds = %144, %161
  %153 = phi i64 [ %162, %161 ], [ 0, %144 ]
  %154 = getelementptr inbounds %struct.Operand, ptr %135, i64 %153
  %155 = load i64, ptr %154, align 8
  %156 = icmp eq i64 %155, 2
  br i1 %156, label %157, label %161
157:                                              ; preds = %152
  %158 = getelementptr inbounds %struct.Operand, ptr %135, i64 %153, i32 1
  %159 = load i64, ptr %158, align 8
  %160 = inttoptr i64 %159 to ptr
  call void @Py_IncRef(ptr noundef %160)
  br label %161
161:                                              ; preds = %157, %152
  %162 = add nuw nsw i64 %153, 1
  %163 = icmp eq i64 %162, %121
  br i1 %163, label %147, label %152
164:                                              ; preds = %147
  %165 = getelementptr inbounds %struct.Handle, ptr %130, i64 0, i32 3
  %166 = load ptr, ptr %165, align 8
  call void @Py_IncRef(ptr noundef %166)
  %167 = load ptr, ptr %165, align 8
  %168 = getelementptr inbounds %struct.Position, ptr %38, i64 0, i32 5
  store ptr %167, ptr %168, align 8
  br label %169
169:                                              ; preds = %147, %164
  call void @Py_IncRef(ptr noundef %108)
  store ptr %108, ptr %138, align 8
  %170 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 7
  %171 = load ptr, ptr %170, align 8
  %172 = getelementptr inbounds %struct.Position, ptr %38, i64 0, i32 1
  store ptr %171, ptr %172, align 8
  %173 = getelementptr inbounds %struct.Position, ptr %171, i64 0, i32 2
  %174 = load ptr, ptr %173, align 8
  %175 = getelementptr inbounds %struct.Position, ptr %38, i64 0, i32 3
  store ptr %174, ptr %175, align 8
  store ptr %38, ptr %173, align 8
  %176 = icmp sgt i64 %41, 0
  br i1 %176, label %183, label %178
177:                                              ; preds = %146, %55
  call void @PyMem_RawFree(ptr noundef %43)
  call void @PyMem_RawFree(ptr noundef %58)
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %260
178:                                              ; preds = %194, %169
  %179 = load ptr, ptr %25, align 8
  %180 = getelementptr inbounds %struct.List, ptr %179, i64 0, i32 1
  %181 = load i64, ptr %180, align 8
  %182 = icmp sgt i64 %181, 0
  br i1 %182, label %224, label %219
183:                                              ; preds = %169, %194
  %184 = phi i64 [ %195, %194 ], [ 0, %169 ]
  %185 = getelementptr inbounds %struct.Param, ptr %43, i64 %184
  %186 = load ptr, ptr %185, align 8
  call void @Py_IncRef(ptr noundef %186)
  %187 = getelementptr inbounds %struct.Param, ptr %43, i64 %184, i32 1
  %188 = load ptr, ptr %187, align 8
  call void @Py_IncRef(ptr noundef %188)
  %189 = getelementptr inbounds %struct.Param, ptr %43, i64 %184, i32 3
  %190 = load i64, ptr %189, align 8
  %191 = icmp sgt i64 %190, 0
  br i1 %191, label %192, label %194
192:                                              ; preds = %183
  %193 = getelementptr inbounds %struct.Param, ptr %43, i64 %184, i32 4
  br label %197
194:                                              ; preds = %208, %183
  %195 = add nuw nsw i64 %184, 1
  %196 = icmp eq i64 %195, %41
  br i1 %196, label %178, label %183
197:                                              ; preds = %192, %208
  %198 = phi i64 [ 0, %192 ], [ %216, %208 ]
  %199 = load ptr, ptr %187, align 8
  %200 = getelementptr inbounds %struct.Object, ptr %199, i64 0, i32 1
  %201 = load ptr, ptr %200, align 8
  %202 = icmp eq ptr %201, @PyTuple_Type
  br i1 %202, label %203, label %205
203:                                              ; preds = %197
  %204 = getelementptr inbounds %struct.Tuple, ptr %199, i64 0, i32 2
  br label %208
205:                                              ; preds = %197
  %206 = getelementptr inbounds %struct.List, ptr %199, i64 0, i32 2
  %207 = load ptr, ptr %206, align 8
  br label %208
208:                                              ; preds = %203, %205
  %209 = phi ptr [ %204, %203 ], [ %207, %205 ]
  %210 = getelementptr inbounds ptr, ptr %209, i64 %198
  %211 = load ptr, ptr %210, align 8
  %212 = call i64 @PyLong_AsLongLong(ptr noundef %211)
  %213 = load i64, ptr %193, align 8
  %214 = getelementptr i64, ptr %58, i64 %213
  %215 = getelementptr i64, ptr %214, i64 %198
  store i64 %212, ptr %215, align 8
  %216 = add nuw nsw i64 %198, 1
  %217 = load i64, ptr %189, align 8
  %218 = icmp slt i64 %216, %217
  br i1 %218, label %197, label %194
219:                                              ; preds = %254, %178
  %220 = getelementptr inbounds %struct.Position, ptr %38, i64 0, i32 17
  store ptr %43, ptr %220, align 8
  %221 = getelementptr inbounds %struct.Position, ptr %38, i64 0, i32 13
  store i64 %41, ptr %221, align 8
  %222 = getelementptr inbounds %struct.Position, ptr %38, i64 0, i32 19
  store ptr %58, ptr %222, align 8
  %223 = getelementptr inbounds %struct.Position, ptr %38, i64 0, i32 15
  store i64 %56, ptr %223, align 8
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %260
224:                                              ; preds = %178, %254
  %225 = phi ptr [ %256, %254 ], [ %179, %178 ]
  %226 = phi i64 [ %255, %254 ], [ 0, %178 ]
  %227 = getelementptr inbounds %struct.Object, ptr %225, i64 0, i32 1
  %228 = load ptr, ptr %227, align 8
  %229 = icmp eq ptr %228, @PyTuple_Type
  br i1 %229, label %230, label %232
230:                                              ; preds = %224
  %231 = getelementptr inbounds %struct.Tuple, ptr %225, i64 0, i32 2
  br label %235
232:                                              ; preds = %224
  %233 = getelementptr inbounds %struct.List, ptr %225, i64 0, i32 2
  %234 = load ptr, ptr %233, align 8
  br label %235
235:                                              ; preds = %230, %232
  %236 = phi ptr [ %231, %230 ], [ %234, %232 ]
  %237 = getelementptr inbounds ptr, ptr %236, i64 %226
  %238 = load ptr, ptr %237, align 8
  %239 = call i64 @PyLong_AsLongLong(ptr noundef %238)
  %240 = icmp sgt i64 %239, -1
  br i1 %240, label %241, label %254
241:                                              ; preds = %235
  %242 = load i64, ptr %149, align 8
  %243 = icmp slt i64 %239, %242
  br i1 %243, label %244, label %254
244:                                              ; preds = %241
  %245 = load ptr, ptr %148, align 8
  %246 = getelementptr inbounds %struct.Operand, ptr %245, i64 %239
  %247 = icmp eq ptr %245, null
  br i1 %247, label %254, label %248
248:                                              ; preds = %244
  %249 = load i64, ptr %246, align 8
  %250 = add i64 %249, -4
  %251 = icmp ult i64 %250, 3
  br i1 %251, label %252, label %254
252:                                              ; preds = %248
  %253 = or disjoint i64 %249, 16
  store i64 %253, ptr %246, align 8
  br label %254
254:                                              ; preds = %248, %235, %241, %252, %244
  %255 = add nuw nsw i64 %226, 1
  %256 = load ptr, ptr %25, align 8
  %257 = getelementptr inbounds %struct.List, ptr %256, i64 0, i32 1
  %258 = load i64, ptr %257, align 8
  %259 = icmp slt i64 %255, %258
  br i1 %259, label %224, label %219
260:                                              ; preds = %177, %219, %53
  %261 = phi ptr [ %54, %53 ], [ @_Py_NoneStruct, %219 ], [ @_Py_NoneStruct, %177 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4)
  br label %262
262:                                              ; preds = %36, %32, %260
  %263 = phi ptr [ %261, %260 ], [ null, %32 ], [ null, %36 ]
  ret ptr %263
}
declare i64 @PyDict_Size(ptr noundef) local_unnamed_addr
declare ptr @PyMem_RawCalloc(i64 noundef, i64 noundef) local_unnamed_addr
declare ptr @PyErr_NoMemory() local_unnamed_addr
declare i32 @PyDict_Next(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)
define ptr @segment_learn_slots(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 3
  br i1 %4, label %5, label %11
5:                                                ; preds = %3
  %6 = getelementptr inbounds ptr, ptr %1, i64 2
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds %struct.Object, ptr %7, i64 0, i32 1
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %9, @PyTuple_Type
  br i1 %10, label %16, label %11
11:                                               ; preds = %5, %3
  %12 = load ptr, ptr @PyExc_TypeError, align 8
  %13 = tail call ptr @PyErr_Occurred()
  %14 = icmp eq ptr %13, null
  br i1 %14, label %15, label %66
15:                                               ; preds = %11
  tail call void @PyErr_SetString(ptr noundef %12, ptr noundef nonnull @.str.3)
  br label %66
16:                                               ; preds = %5
  %17 = load ptr, ptr %1, align 8
  %18 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 7
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds %struct.List, ptr %7, i64 0, i32 1
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr inbounds %struct.Position, ptr %17, i64 0, i32 4
  %23 = load ptr, ptr %22, align 8
  %24 = icmp eq ptr %23, null
  br i1 %24, label %26, label %25
25:                                               ; preds = %16
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %66
26:                                               ; preds = %16
  %27 = tail call i64 @llvm.umax.i64(i64 %21, i64 1)
  %28 = tail call ptr @PyMem_RawCalloc(i64 noundef %27, i64 noundef 24)
  %29 = getelementptr inbounds %struct.Position, ptr %17, i64 0, i32 16
  store ptr %28, ptr %29, align 8
  %30 = icmp eq ptr %28, null
  br i1 %30, label %33, label %31
31:                                               ; preds = %26
  %32 = icmp sgt i64 %21, 0
  br i1 %32, label %44, label %35
33:                                               ; preds = %26
  %34 = tail call ptr @PyErr_NoMemory()
  br label %66
35:                                               ; preds = %57, %31
  %36 = getelementptr inbounds %struct.Position, ptr %17, i64 0, i32 12
  store i64 %21, ptr %36, align 8
  %37 = getelementptr inbounds ptr, ptr %1, i64 1
  %38 = load ptr, ptr %37, align 8
  tail call void @Py_IncRef(ptr noundef %38)
  %39 = load ptr, ptr %37, align 8
  store ptr %39, ptr %22, align 8
  %40 = getelementptr inbounds %struct.Position, ptr %17, i64 0, i32 1
  store ptr %19, ptr %40, align 8
  %41 = getelementptr inbounds %struct.Position, ptr %19, i64 0, i32 2
  %42 = load ptr, ptr %41, align 8
  %43 = getelementptr inbounds %struct.Position, ptr %17, i64 0, i32 3
  store ptr %42, ptr %43, align 8
  store ptr %17, ptr %41, align 8
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %66
44:                                               ; preds = %31, %57
  %45 = phi i64 [ %64, %57 ], [ 0, %31 ]
  %46 = load ptr, ptr %29, align 8
  %47 = getelementptr inbounds %struct.Operand, ptr %46, i64 %45
  %48 = load ptr, ptr %6, align 8
  %49 = getelementptr inbounds %struct.Object, ptr %48, i64 0, i32 1
  %50 = load ptr, ptr %49, align 8
  %51 = icmp eq ptr %50, @PyTuple_Type
  br i1 %51, label %52, label %54
52:                                               ; preds = %44
  %53 = getelementptr inbounds %struct.Tuple, ptr %48, i64 0, i32 2
  br label %57
54:                                               ; preds = %44
  %55 = getelementptr inbounds %struct.List, ptr %48, i64 0, i32 2
  %56 = load ptr, ptr %55, align 8
  br label %57
57:                                               ; preds = %52, %54
  %58 = phi ptr [ %53, %52 ], [ %56, %54 ]
  %59 = getelementptr inbounds ptr, ptr %58, i64 %45
  %60 = load ptr, ptr %59, align 8
  %61 = tail call i64 @PyLong_AsLongLong(ptr noundef %60)
  store i64 1, ptr %47, align 8
  %62 = getelementptr inbounds i8, ptr %47, i64 8
  store i64 %61, ptr %62, align 8
  %63 = getelementptr inbounds i8, ptr %47, i64 16
  store i64 0, ptr %63, align 8
  %64 = add nuw nsw i64 %45, 1
  %65 = icmp eq i64 %64, %21
  br i1 %65, label %35, label %44
66:                                               ; preds = %15, %11, %25, %33, %35
  %67 = phi ptr [ @_Py_NoneStruct, %25 ], [ @_Py_NoneStruct, %35 ], [ %34, %33 ], [ null, %11 ], [ null, %15 ]
  ret ptr %67
}
define ptr @segment_alive(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 1
  br i1 %4, label %5, label %12
5:                                                ; preds = %3
  %6 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 18
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %7, 0
  br i1 %8, label %9, label %17
9:                                                ; preds = %5
  %10 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %11 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 17
  br label %30
12:                                               ; preds = %3
  %13 = load ptr, ptr @PyExc_TypeError, align 8
  %14 = tail call ptr @PyErr_Occurred()
  %15 = icmp eq ptr %14, null
  br i1 %15, label %16, label %117
16:                                               ; preds = %12
  tail call void @PyErr_SetString(ptr noundef %13, ptr noundef nonnull @.str.4)
  br label %117
17:                                               ; preds = %30, %5
  %18 = load ptr, ptr %1, align 8
  %19 = tail call i64 @PyDict_Size(ptr noundef %18)
  %20 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %21 = load i64, ptr %20, align 8
  %22 = add nsw i64 %21, 1
  %23 = tail call ptr @PyMem_RawCalloc(i64 noundef %22, i64 noundef 8)
  %24 = icmp eq ptr %23, null
  br i1 %24, label %42, label %25
25:                                               ; preds = %17
  %26 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %27 = icmp eq i64 %19, 0
  %28 = load i64, ptr %20, align 8
  %29 = icmp sgt i64 %28, 0
  br i1 %29, label %49, label %42
30:                                               ; preds = %9, %30
  %31 = phi i64 [ 0, %9 ], [ %39, %30 ]
  %32 = load ptr, ptr %10, align 8
  %33 = load ptr, ptr %11, align 8
  %34 = getelementptr inbounds %struct.Leaf, ptr %33, i64 %31
  %35 = load i64, ptr %34, align 8
  %36 = getelementptr inbounds %struct.Slot, ptr %32, i64 %35, i32 1
  %37 = load i64, ptr %36, align 8
  %38 = or i64 %37, 4611686018427387904
  store i64 %38, ptr %36, align 8
  %39 = add nuw nsw i64 %31, 1
  %40 = load i64, ptr %6, align 8
  %41 = icmp slt i64 %39, %40
  br i1 %41, label %30, label %17
42:                                               ; preds = %74, %25, %17
  %43 = phi i64 [ 0, %17 ], [ 0, %25 ], [ %75, %74 ]
  %44 = load i64, ptr %6, align 8
  %45 = icmp sgt i64 %44, 0
  br i1 %45, label %46, label %79
46:                                               ; preds = %42
  %47 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %48 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 17
  br label %80
49:                                               ; preds = %25, %74
  %50 = phi i64 [ %76, %74 ], [ 0, %25 ]
  %51 = phi i64 [ %75, %74 ], [ 0, %25 ]
  %52 = load ptr, ptr %26, align 8
  %53 = getelementptr inbounds %struct.Slot, ptr %52, i64 %50
  %54 = load ptr, ptr %53, align 8
  %55 = icmp eq ptr %54, null
  br i1 %55, label %74, label %56
56:                                               ; preds = %49
  %57 = load i64, ptr %54, align 8
  %58 = icmp slt i64 %57, 2
  br i1 %58, label %74, label %59
59:                                               ; preds = %56
  %60 = getelementptr inbounds %struct.Slot, ptr %52, i64 %50, i32 1
  %61 = load i64, ptr %60, align 8
  %62 = and i64 %61, 4611686018427387904
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %64, label %74
64:                                               ; preds = %59
  %65 = tail call ptr @PyLong_FromLongLong(i64 noundef %50)
  br i1 %27, label %71, label %66
66:                                               ; preds = %64
  %67 = load ptr, ptr %1, align 8
  %68 = tail call i32 @PyDict_Contains(ptr noundef %67, ptr noundef %65)
  %69 = icmp eq i32 %68, 0
  br i1 %69, label %71, label %70
70:                                               ; preds = %66
  tail call void @Py_DecRef(ptr noundef %65)
  br label %74
71:                                               ; preds = %66, %64
  %72 = add nsw i64 %51, 1
  %73 = getelementptr inbounds ptr, ptr %23, i64 %51
  store ptr %65, ptr %73, align 8
  br label %74
74:                                               ; preds = %70, %71, %49, %56, %59
  %75 = phi i64 [ %51, %59 ], [ %51, %56 ], [ %51, %49 ], [ %51, %70 ], [ %72, %71 ]
  %76 = add nuw nsw i64 %50, 1
  %77 = load i64, ptr %20, align 8
  %78 = icmp slt i64 %76, %77
  br i1 %78, label %49, label %42
79:                                               ; preds = %80, %42
  br i1 %24, label %98, label %92
80:                                               ; preds = %46, %80
  %81 = phi i64 [ 0, %46 ], [ %89, %80 ]
  %82 = load ptr, ptr %47, align 8
  %83 = load ptr, ptr %48, align 8
  %84 = getelementptr inbounds %struct.Leaf, ptr %83, i64 %81
  %85 = load i64, ptr %84, align 8
  %86 = getelementptr inbounds %struct.Slot, ptr %82, i64 %85, i32 1
  %87 = load i64, ptr %86, align 8
  %88 = and i64 %87, -4611686018427387905
  store i64 %88, ptr %86, align 8
  %89 = add nuw nsw i64 %81, 1
  %90 = load i64, ptr %6, align 8
  %91 = icmp slt i64 %89, %90
  br i1 %91, label %80, label %79
92:                                               ; preds = %79
  %93 = tail call i32 @PyGC_Disable()
  %94 = tail call ptr @PyTuple_New(i64 noundef %43)
  %95 = icmp eq i32 %93, 0
  br i1 %95, label %98, label %96
96:                                               ; preds = %92
  %97 = tail call i32 @PyGC_Enable()
  br label %98
98:                                               ; preds = %96, %92, %79
  %99 = phi ptr [ null, %79 ], [ %94, %92 ], [ %94, %96 ]
  %100 = icmp sgt i64 %43, 0
  br i1 %100, label %101, label %103
101:                                              ; preds = %98
  %102 = icmp eq ptr %99, null
  br label %105
103:                                              ; preds = %112, %98
  tail call void @PyMem_RawFree(ptr noundef %23)
  %104 = icmp eq ptr %99, null
  br i1 %104, label %115, label %117
105:                                              ; preds = %101, %112
  %106 = phi i64 [ 0, %101 ], [ %113, %112 ]
  %107 = getelementptr inbounds ptr, ptr %23, i64 %106
  %108 = load ptr, ptr %107, align 8
  br i1 %102, label %111, label %109
109:                                              ; preds = %105
  %110 = getelementptr inbounds %struct.Tuple, ptr %99, i64 0, i32 2, i64 %106
  store ptr %108, ptr %110, align 8
  br label %112
111:                                              ; preds = %105
  tail call void @Py_DecRef(ptr noundef %108)
  br label %112
112:                                              ; preds = %109, %111
  %113 = add nuw nsw i64 %106, 1
  %114 = icmp eq i64 %113, %43
  br i1 %114, label %103, label %105
115:                                              ; preds = %103
  %116 = tail call ptr @PyErr_NoMemory()
  br label %117
117:                                              ; preds = %16, %12, %115, %103
  %118 = phi ptr [ %116, %115 ], [ %99, %103 ], [ null, %12 ], [ null, %16 ]
  ret ptr %118
}
declare ptr @PyLong_FromLongLong(i64 noundef) local_unnamed_addr
declare i32 @PyDict_Contains(ptr noundef, ptr noundef) local_unnamed_addr
declare void @Py_DecRef(ptr noundef) local_unnamed_addr
declare ptr @PyTuple_New(i64 noundef) local_unnamed_addr
define ptr @segment_donors(ptr nocapture noundef readonly %0, ptr nocapture noundef readnone %1, i64 noundef %2) local_unnamed_addr {
  %4 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 18
  %5 = load i64, ptr %4, align 8
  %6 = icmp sgt i64 %5, 0
  br i1 %6, label %7, label %14
7:                                                ; preds = %3
  %8 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 17
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %11 = load ptr, ptr %10, align 8
  %12 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %13 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 7), align 8
  br label %28
14:                                               ; preds = %50, %3
  %15 = phi i64 [ 0, %3 ], [ %52, %50 ]
  %16 = tail call i32 @PyGC_Disable()
  %17 = tail call ptr @PyTuple_New(i64 noundef %15)
  %18 = icmp eq i32 %16, 0
  br i1 %18, label %21, label %19
19:                                               ; preds = %14
  %20 = tail call i32 @PyGC_Enable()
  br label %21
21:                                               ; preds = %14, %19
  %22 = icmp eq ptr %17, null
  br i1 %22, label %55, label %23
23:                                               ; preds = %21
  %24 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 17
  %25 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %26 = load i64, ptr %4, align 8
  %27 = icmp sgt i64 %26, 0
  br i1 %27, label %56, label %55
28:                                               ; preds = %7, %50
  %29 = phi i64 [ 0, %7 ], [ %52, %50 ]
  %30 = phi i64 [ 0, %7 ], [ %53, %50 ]
  %31 = getelementptr inbounds %struct.Leaf, ptr %9, i64 %30
  %32 = getelementptr inbounds %struct.Leaf, ptr %9, i64 %30, i32 1
  %33 = load ptr, ptr %32, align 8
  %34 = load i64, ptr %31, align 8
  %35 = getelementptr inbounds %struct.Slot, ptr %11, i64 %34
  %36 = load ptr, ptr %35, align 8
  %37 = icmp eq ptr %36, null
  %38 = icmp ne ptr %33, null
  %39 = select i1 %37, i1 %38, i1 false
  %40 = icmp ne ptr %33, @_Py_NoneStruct
  %41 = select i1 %39, i1 %40, i1 false
  br i1 %41, label %42, label %50
42:                                               ; preds = %28
  %43 = getelementptr inbounds i8, ptr %33, i64 %12
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %44, %13
  br i1 %45, label %46, label %50
46:                                               ; preds = %42
  %47 = load i64, ptr %33, align 8
  %48 = icmp eq i64 %47, 1
  %49 = zext i1 %48 to i64
  br label %50
50:                                               ; preds = %28, %42, %46
  %51 = phi i64 [ 0, %42 ], [ 0, %28 ], [ %49, %46 ]
  %52 = add nuw nsw i64 %51, %29
  %53 = add nuw nsw i64 %30, 1
  %54 = icmp eq i64 %53, %5
  br i1 %54, label %14, label %28
55:                                               ; preds = %85, %23, %21
  ret ptr %17
56:                                               ; preds = %23, %85
  %57 = phi i64 [ %87, %85 ], [ 0, %23 ]
  %58 = phi i64 [ %86, %85 ], [ 0, %23 ]
  %59 = load ptr, ptr %24, align 8
  %60 = getelementptr inbounds %struct.Leaf, ptr %59, i64 %57
  %61 = getelementptr inbounds %struct.Leaf, ptr %59, i64 %57, i32 1
  %62 = load ptr, ptr %61, align 8
  %63 = load ptr, ptr %25, align 8
  %64 = load i64, ptr %60, align 8
  %65 = getelementptr inbounds %struct.Slot, ptr %63, i64 %64
  %66 = load ptr, ptr %65, align 8
  %67 = icmp eq ptr %66, null
  %68 = icmp ne ptr %62, null
  %69 = select i1 %67, i1 %68, i1 false
  %70 = icmp ne ptr %62, @_Py_NoneStruct
  %71 = select i1 %69, i1 %70, i1 false
  br i1 %71, label %72, label %85
72:                                               ; preds = %56
  %73 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %74 = getelementptr inbounds i8, ptr %62, i64 %73
  %75 = load ptr, ptr %74, align 8
  %76 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 7), align 8
  %77 = icmp eq ptr %75, %76
  br i1 %77, label %78, label %85
78:                                               ; preds = %72
  %79 = load i64, ptr %62, align 8
  %80 = icmp eq i64 %79, 1
  br i1 %80, label %81, label %85
81:                                               ; preds = %78
  %82 = tail call ptr @PyLong_FromLongLong(i64 noundef %57)
  %83 = add nsw i64 %58, 1
  %84 = getelementptr inbounds %struct.Tuple, ptr %17, i64 0, i32 2, i64 %58
  store ptr %82, ptr %84, align 8
  br label %85
85:                                               ; preds = %56, %72, %78, %81
  %86 = phi i64 [ %83, %81 ], [ %58, %78 ], [ %58, %72 ], [ %58, %56 ]
  %87 = add nuw nsw i64 %57, 1
  %88 = load i64, ptr %4, align 8
  %89 = icmp slt i64 %87, %88
  br i1 %89, label %56, label %55
}
define ptr @segment_inputs(ptr nocapture noundef readonly %0, ptr nocapture noundef readnone %1, i64 noundef %2) local_unnamed_addr {
  %4 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 18
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 21
  %7 = load i64, ptr %6, align 8
  %8 = add nsw i64 %7, %5
  %9 = tail call i32 @PyGC_Disable()
  %10 = tail call ptr @PyList_New(i64 noundef %8)
  %11 = icmp eq i32 %9, 0
  br i1 %11, label %14, label %12
12:                                               ; preds = %3
  %13 = tail call i32 @PyGC_Enable()
  br label %14
14:                                               ; preds = %3, %12
  %15 = icmp eq ptr %10, null
  br i1 %15, label %43, label %16
16:                                               ; preds = %14
  %17 = getelementptr inbounds %struct.List, ptr %10, i64 0, i32 1
  %18 = load i64, ptr %17, align 8
  %19 = icmp sgt i64 %18, 0
  br i1 %19, label %20, label %43
20:                                               ; preds = %16
  %21 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 20
  %22 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 17
  %23 = getelementptr inbounds %struct.List, ptr %10, i64 0, i32 2
  br label %24
24:                                               ; preds = %20, %35
  %25 = phi i64 [ 0, %20 ], [ %40, %35 ]
  %26 = load i64, ptr %4, align 8
  %27 = icmp slt i64 %25, %26
  br i1 %27, label %28, label %31
28:                                               ; preds = %24
  %29 = load ptr, ptr %22, align 8
  %30 = getelementptr inbounds %struct.Leaf, ptr %29, i64 %25, i32 1
  br label %35
31:                                               ; preds = %24
  %32 = load ptr, ptr %21, align 8
  %33 = sub nsw i64 %25, %26
  %34 = getelementptr inbounds ptr, ptr %32, i64 %33
  br label %35
35:                                               ; preds = %31, %28
  %36 = phi ptr [ %30, %28 ], [ %34, %31 ]
  %37 = load ptr, ptr %36, align 8
  tail call void @Py_IncRef(ptr noundef %37)
  %38 = load ptr, ptr %23, align 8
  %39 = getelementptr inbounds ptr, ptr %38, i64 %25
  store ptr %37, ptr %39, align 8
  %40 = add nuw nsw i64 %25, 1
  %41 = load i64, ptr %17, align 8
  %42 = icmp slt i64 %40, %41
  br i1 %42, label %24, label %43
43:                                               ; preds = %35, %16, %14
  ret ptr %10
}
declare ptr @PyList_New(i64 noundef) local_unnamed_addr
define noundef ptr @segment_settle(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 2
  br i1 %4, label %5, label %32
5:                                                ; preds = %3
  %6 = load ptr, ptr %1, align 8
  %7 = getelementptr inbounds %struct.Object, ptr %6, i64 0, i32 1
  %8 = load ptr, ptr %7, align 8
  %9 = icmp ne ptr %8, @PyTuple_Type
  %10 = icmp ne ptr %8, @PyList_Type
  %11 = and i1 %9, %10
  br i1 %11, label %32, label %12
12:                                               ; preds = %5
  %13 = getelementptr inbounds ptr, ptr %1, i64 1
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds %struct.Object, ptr %14, i64 0, i32 1
  %16 = load ptr, ptr %15, align 8
  %17 = icmp ne ptr %16, @PyTuple_Type
  %18 = icmp ne ptr %16, @PyList_Type
  %19 = and i1 %17, %18
  br i1 %19, label %32, label %20
20:                                               ; preds = %12
  %21 = getelementptr inbounds %struct.List, ptr %6, i64 0, i32 1
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds %struct.List, ptr %14, i64 0, i32 1
  %24 = load i64, ptr %23, align 8
  %25 = icmp eq i64 %22, %24
  br i1 %25, label %26, label %32
26:                                               ; preds = %20
  %27 = icmp sgt i64 %22, 0
  br i1 %27, label %28, label %37
28:                                               ; preds = %26
  %29 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %30 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %31 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  br label %38
32:                                               ; preds = %20, %12, %5, %3
  %33 = load ptr, ptr @PyExc_TypeError, align 8
  %34 = tail call ptr @PyErr_Occurred()
  %35 = icmp eq ptr %34, null
  br i1 %35, label %36, label %96
36:                                               ; preds = %32
  tail call void @PyErr_SetString(ptr noundef %33, ptr noundef nonnull @.str.5)
  br label %96
37:                                               ; preds = %90, %26
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %96
38:                                               ; preds = %28, %90
  %39 = phi ptr [ %6, %28 ], [ %92, %90 ]
  %40 = phi i64 [ 0, %28 ], [ %91, %90 ]
  %41 = getelementptr inbounds %struct.Object, ptr %39, i64 0, i32 1
  %42 = load ptr, ptr %41, align 8
  %43 = icmp eq ptr %42, @PyTuple_Type
  br i1 %43, label %44, label %46
44:                                               ; preds = %38
  %45 = getelementptr inbounds %struct.Tuple, ptr %39, i64 0, i32 2
  br label %49
46:                                               ; preds = %38
  %47 = getelementptr inbounds %struct.List, ptr %39, i64 0, i32 2
  %48 = load ptr, ptr %47, align 8
  br label %49
49:                                               ; preds = %44, %46
  %50 = phi ptr [ %45, %44 ], [ %48, %46 ]
  %51 = getelementptr inbounds ptr, ptr %50, i64 %40
  %52 = load ptr, ptr %51, align 8
  %53 = tail call i64 @PyLong_AsLongLong(ptr noundef %52)
  %54 = icmp sgt i64 %53, -1
  br i1 %54, label %55, label %90
55:                                               ; preds = %49
  %56 = load i64, ptr %29, align 8
  %57 = icmp slt i64 %53, %56
  br i1 %57, label %58, label %90
58:                                               ; preds = %55
  %59 = load ptr, ptr %30, align 8
  %60 = getelementptr inbounds %struct.Slot, ptr %59, i64 %53
  %61 = load ptr, ptr %60, align 8
  %62 = icmp eq ptr %61, null
  br i1 %62, label %90, label %63
63:                                               ; preds = %58
  %64 = getelementptr inbounds %struct.Handle, ptr %61, i64 0, i32 2
  %65 = load i64, ptr %64, align 8
  %66 = icmp eq i64 %65, %53
  br i1 %66, label %67, label %90
67:                                               ; preds = %63
  %68 = getelementptr inbounds %struct.Handle, ptr %61, i64 0, i32 1
  %69 = load i64, ptr %68, align 8
  %70 = load i64, ptr %31, align 8
  %71 = icmp eq i64 %69, %70
  br i1 %71, label %72, label %90
72:                                               ; preds = %67
  %73 = getelementptr inbounds %struct.Handle, ptr %61, i64 0, i32 4
  %74 = load ptr, ptr %73, align 8
  %75 = load ptr, ptr %13, align 8
  %76 = getelementptr inbounds %struct.Object, ptr %75, i64 0, i32 1
  %77 = load ptr, ptr %76, align 8
  %78 = icmp eq ptr %77, @PyTuple_Type
  br i1 %78, label %79, label %81
79:                                               ; preds = %72
  %80 = getelementptr inbounds %struct.Tuple, ptr %75, i64 0, i32 2
  br label %84
81:                                               ; preds = %72
  %82 = getelementptr inbounds %struct.List, ptr %75, i64 0, i32 2
  %83 = load ptr, ptr %82, align 8
  br label %84
84:                                               ; preds = %79, %81
  %85 = phi ptr [ %80, %79 ], [ %83, %81 ]
  %86 = getelementptr inbounds ptr, ptr %85, i64 %40
  %87 = load ptr, ptr %86, align 8
  store ptr %87, ptr %73, align 8
  tail call void @Py_IncRef(ptr noundef %87)
  store i64 -1, ptr %68, align 8
  %88 = icmp eq ptr %74, null
  br i1 %88, label %90, label %89
89:                                               ; preds = %84
  tail call void @Py_DecRef(ptr noundef nonnull %74)
  br label %90
90:                                               ; preds = %49, %55, %89, %84, %58, %63, %67
  %91 = add nuw nsw i64 %40, 1
  %92 = load ptr, ptr %1, align 8
  %93 = getelementptr inbounds %struct.List, ptr %92, i64 0, i32 1
  %94 = load i64, ptr %93, align 8
  %95 = icmp slt i64 %91, %94
  br i1 %95, label %38, label %37
96:                                               ; preds = %36, %32, %37
  %97 = phi ptr [ @_Py_NoneStruct, %37 ], [ null, %32 ], [ null, %36 ]
  ret ptr %97
}
define ptr @segment_handle(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 1
  br i1 %4, label %5, label %18
5:                                                ; preds = %3
  %6 = load ptr, ptr %1, align 8
  %7 = tail call i64 @PyLong_AsLongLong(ptr noundef %6)
  %8 = icmp sgt i64 %7, -1
  br i1 %8, label %9, label %13
9:                                                ; preds = %5
  %10 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %11 = load i64, ptr %10, align 8
  %12 = icmp slt i64 %7, %11
  br i1 %12, label %23, label %13
13:                                               ; preds = %9, %5
  %14 = load ptr, ptr @PyExc_ValueError, align 8
  %15 = tail call ptr @PyErr_Occurred()
  %16 = icmp eq ptr %15, null
  br i1 %16, label %17, label %18
17:                                               ; preds = %13
  tail call void @PyErr_SetString(ptr noundef %14, ptr noundef nonnull @.str.25)
  br label %18
18:                                               ; preds = %3, %13, %17
  %19 = load ptr, ptr @PyExc_TypeError, align 8
  %20 = tail call ptr @PyErr_Occurred()
  %21 = icmp eq ptr %20, null
  br i1 %21, label %22, label %31
22:                                               ; preds = %18
  tail call void @PyErr_SetString(ptr noundef %19, ptr noundef nonnull @.str.6)
  br label %31
23:                                               ; preds = %9
  %24 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds %struct.Slot, ptr %25, i64 %7
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %27, null
  br i1 %28, label %29, label %30
29:                                               ; preds = %23
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %31
30:                                               ; preds = %23
  tail call void @Py_IncRef(ptr noundef nonnull %27)
  br label %31
31:                                               ; preds = %22, %18, %29, %30
  %32 = phi ptr [ %27, %30 ], [ @_Py_NoneStruct, %29 ], [ null, %18 ], [ null, %22 ]
  ret ptr %32
}
define noundef ptr @segment_put(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 2
  br i1 %4, label %5, label %18
5:                                                ; preds = %3
  %6 = load ptr, ptr %1, align 8
  %7 = tail call i64 @PyLong_AsLongLong(ptr noundef %6)
  %8 = icmp sgt i64 %7, -1
  br i1 %8, label %9, label %13
9:                                                ; preds = %5
  %10 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %11 = load i64, ptr %10, align 8
  %12 = icmp slt i64 %7, %11
  br i1 %12, label %23, label %13
13:                                               ; preds = %9, %5
  %14 = load ptr, ptr @PyExc_ValueError, align 8
  %15 = tail call ptr @PyErr_Occurred()
  %16 = icmp eq ptr %15, null
  br i1 %16, label %17, label %18
17:                                               ; preds = %13
  tail call void @PyErr_SetString(ptr noundef %14, ptr noundef nonnull @.str.25)
  br label %18
18:                                               ; preds = %3, %13, %17
  %19 = load ptr, ptr @PyExc_TypeError, align 8
  %20 = tail call ptr @PyErr_Occurred()
  %21 = icmp eq ptr %20, null
  br i1 %21, label %22, label %47
22:                                               ; preds = %18
  tail call void @PyErr_SetString(ptr noundef %19, ptr noundef nonnull @.str.7)
  br label %47
23:                                               ; preds = %9
  %24 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds %struct.Slot, ptr %25, i64 %7
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds ptr, ptr %1, i64 1
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %29, @_Py_NoneStruct
  %31 = select i1 %30, ptr null, ptr %29
  %32 = icmp eq ptr %31, null
  br i1 %32, label %37, label %33
33:                                               ; preds = %23
  %34 = load i64, ptr %31, align 8
  %35 = add nsw i64 %34, 1
  store i64 %35, ptr %31, align 8
  %36 = load ptr, ptr %24, align 8
  br label %37
37:                                               ; preds = %33, %23
  %38 = phi ptr [ %36, %33 ], [ %25, %23 ]
  %39 = getelementptr inbounds %struct.Slot, ptr %38, i64 %7
  store ptr %31, ptr %39, align 8
  %40 = icmp eq ptr %27, null
  br i1 %40, label %46, label %41
41:                                               ; preds = %37
  %42 = load i64, ptr %27, align 8
  %43 = add nsw i64 %42, -1
  store i64 %43, ptr %27, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %45, label %46
45:                                               ; preds = %41
  tail call void @_Py_Dealloc(ptr noundef nonnull %27)
  br label %46
46:                                               ; preds = %45, %41, %37
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %47
47:                                               ; preds = %22, %18, %46
  %48 = phi ptr [ @_Py_NoneStruct, %46 ], [ null, %18 ], [ null, %22 ]
  ret ptr %48
}
define ptr @segment_moved(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 1
  br i1 %4, label %5, label %18
5:                                                ; preds = %3
  %6 = load ptr, ptr %1, align 8
  %7 = tail call i64 @PyLong_AsLongLong(ptr noundef %6)
  %8 = icmp sgt i64 %7, -1
  br i1 %8, label %9, label %13
9:                                                ; preds = %5
  %10 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %11 = load i64, ptr %10, align 8
  %12 = icmp slt i64 %7, %11
  br i1 %12, label %23, label %13
13:                                               ; preds = %9, %5
  %14 = load ptr, ptr @PyExc_ValueError, align 8
  %15 = tail call ptr @PyErr_Occurred()
  %16 = icmp eq ptr %15, null
  br i1 %16, label %17, label %18
17:                                               ; preds = %13
  tail call void @PyErr_SetString(ptr noundef %14, ptr noundef nonnull @.str.25)
  br label %18
18:                                               ; preds = %3, %13, %17
  %19 = load ptr, ptr @PyExc_TypeError, align 8
  %20 = tail call ptr @PyErr_Occurred()
  %21 = icmp eq ptr %20, null
  br i1 %21, label %22, label %29
22:                                               ; preds = %18
  tail call void @PyErr_SetString(ptr noundef %19, ptr noundef nonnull @.str.8)
  br label %29
23:                                               ; preds = %9
  %24 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds %struct.Slot, ptr %25, i64 %7, i32 1
  %27 = load i64, ptr %26, align 8
  %28 = tail call ptr @PyLong_FromLongLong(i64 noundef %27)
  br label %29
29:                                               ; preds = %22, %18, %23
  %30 = phi ptr [ %28, %23 ], [ null, %18 ], [ null, %22 ]
  ret ptr %30
}
define ptr @segment_bound(ptr nocapture noundef readonly %0, ptr nocapture noundef readnone %1, i64 noundef %2) local_unnamed_addr {
  %4 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 18
  %5 = load i64, ptr %4, align 8
  %6 = tail call i32 @PyGC_Disable()
  %7 = tail call ptr @PyList_New(i64 noundef %5)
  %8 = icmp eq i32 %6, 0
  br i1 %8, label %11, label %9
9:                                                ; preds = %3
  %10 = tail call i32 @PyGC_Enable()
  br label %11
11:                                               ; preds = %3, %9
  %12 = icmp eq ptr %7, null
  br i1 %12, label %43, label %13
13:                                               ; preds = %11
  %14 = getelementptr inbounds %struct.List, ptr %7, i64 0, i32 2
  %15 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 17
  %16 = load i64, ptr %4, align 8
  %17 = icmp sgt i64 %16, 0
  br i1 %17, label %18, label %43
18:                                               ; preds = %13, %29
  %19 = phi i64 [ %39, %29 ], [ 0, %13 ]
  %20 = tail call i32 @PyGC_Disable()
  %21 = tail call ptr @PyTuple_New(i64 noundef 2)
  %22 = icmp eq i32 %20, 0
  br i1 %22, label %25, label %23
23:                                               ; preds = %18
  %24 = tail call i32 @PyGC_Enable()
  br label %25
25:                                               ; preds = %18, %23
  %26 = load ptr, ptr %14, align 8
  %27 = getelementptr inbounds ptr, ptr %26, i64 %19
  store ptr %21, ptr %27, align 8
  %28 = icmp eq ptr %21, null
  br i1 %28, label %42, label %29
29:                                               ; preds = %25
  %30 = load ptr, ptr %15, align 8
  %31 = getelementptr inbounds %struct.Leaf, ptr %30, i64 %19
  %32 = load i64, ptr %31, align 8
  %33 = tail call ptr @PyLong_FromLongLong(i64 noundef %32)
  %34 = getelementptr inbounds %struct.Tuple, ptr %21, i64 0, i32 2
  store ptr %33, ptr %34, align 8
  %35 = load ptr, ptr %15, align 8
  %36 = getelementptr inbounds %struct.Leaf, ptr %35, i64 %19, i32 1
  %37 = load ptr, ptr %36, align 8
  %38 = getelementptr inbounds %struct.Tuple, ptr %21, i64 1, i32 0, i32 1
  store ptr %37, ptr %38, align 8
  tail call void @Py_IncRef(ptr noundef %37)
  %39 = add nuw nsw i64 %19, 1
  %40 = load i64, ptr %4, align 8
  %41 = icmp slt i64 %39, %40
  br i1 %41, label %18, label %43
42:                                               ; preds = %25
  tail call void @Py_DecRef(ptr noundef nonnull %7)
  br label %43
43:                                               ; preds = %29, %13, %11, %42
  %44 = phi ptr [ null, %42 ], [ null, %11 ], [ %7, %13 ], [ %7, %29 ]
  ret ptr %44
}
define noundef nonnull ptr @segment_activate(ptr noundef %0, ptr nocapture noundef readnone %1, i64 noundef %2) local_unnamed_addr {
  %4 = tail call ptr @PyThreadState_Get()
  %5 = tail call i64 @PyThreadState_GetID(ptr noundef %4)
  %6 = add nsw i64 %5, 1
  %7 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %8 = icmp eq ptr %7, %0
  br i1 %8, label %9, label %10
9:                                                ; preds = %3
  store ptr null, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %10
10:                                               ; preds = %9, %3
  %11 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %13, label %15
13:                                               ; preds = %10
  %14 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 13
  br label %39
15:                                               ; preds = %10
  %16 = icmp eq ptr %11, %0
  br i1 %16, label %26, label %17
17:                                               ; preds = %15, %22
  %18 = phi ptr [ %20, %22 ], [ %11, %15 ]
  %19 = getelementptr inbounds %struct.Segment, ptr %18, i64 0, i32 12
  %20 = load ptr, ptr %19, align 8
  %21 = icmp eq ptr %20, null
  br i1 %21, label %31, label %22
22:                                               ; preds = %17
  %23 = icmp eq ptr %20, %0
  br i1 %23, label %24, label %17
24:                                               ; preds = %22
  %25 = getelementptr inbounds %struct.Segment, ptr %18, i64 0, i32 12
  br label %26
26:                                               ; preds = %24, %15
  %27 = phi ptr [ getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), %15 ], [ %25, %24 ]
  %28 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 12
  %29 = load ptr, ptr %28, align 8
  store ptr %29, ptr %27, align 8
  %30 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  br label %31
31:                                               ; preds = %17, %26
  %32 = phi ptr [ %30, %26 ], [ %11, %17 ]
  %33 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 13
  store i64 0, ptr %33, align 8
  %34 = icmp eq ptr %32, null
  br i1 %34, label %39, label %35
35:                                               ; preds = %31
  %36 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %43
37:                                               ; preds = %72
  %38 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  br label %39
39:                                               ; preds = %13, %37, %31
  %40 = phi ptr [ %33, %37 ], [ %33, %31 ], [ %14, %13 ]
  %41 = phi ptr [ %38, %37 ], [ null, %31 ], [ null, %13 ]
  store i64 %6, ptr %40, align 8
  %42 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 12
  store ptr %41, ptr %42, align 8
  store ptr %0, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  store ptr %0, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
43:                                               ; preds = %35, %72
  %44 = phi ptr [ %73, %72 ], [ %36, %35 ]
  %45 = phi ptr [ %47, %72 ], [ %32, %35 ]
  %46 = getelementptr inbounds %struct.Segment, ptr %45, i64 0, i32 12
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds %struct.Segment, ptr %45, i64 0, i32 13
  %49 = load i64, ptr %48, align 8
  %50 = icmp eq i64 %49, %6
  br i1 %50, label %51, label %72
51:                                               ; preds = %43
  %52 = icmp eq ptr %44, %45
  br i1 %52, label %53, label %54
53:                                               ; preds = %51
  store ptr null, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %54
54:                                               ; preds = %53, %51
  %55 = phi ptr [ null, %53 ], [ %44, %51 ]
  %56 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %57 = icmp eq ptr %56, null
  br i1 %57, label %71, label %58
58:                                               ; preds = %54
  %59 = icmp eq ptr %56, %45
  br i1 %59, label %69, label %60
60:                                               ; preds = %58, %65
  %61 = phi ptr [ %63, %65 ], [ %56, %58 ]
  %62 = getelementptr inbounds %struct.Segment, ptr %61, i64 0, i32 12
  %63 = load ptr, ptr %62, align 8
  %64 = icmp eq ptr %63, null
  br i1 %64, label %71, label %65
65:                                               ; preds = %60
  %66 = icmp eq ptr %63, %45
  br i1 %66, label %67, label %60
67:                                               ; preds = %65
  %68 = getelementptr inbounds %struct.Segment, ptr %61, i64 0, i32 12
  br label %69
69:                                               ; preds = %67, %58
  %70 = phi ptr [ getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), %58 ], [ %68, %67 ]
  store ptr %47, ptr %70, align 8
  br label %71
71:                                               ; preds = %60, %54, %69
  store i64 0, ptr %48, align 8
  br label %72
72:                                               ; preds = %43, %71
  %73 = phi ptr [ %44, %43 ], [ %55, %71 ]
  %74 = icmp eq ptr %47, null
  br i1 %74, label %37, label %43
}
define ptr @segment_alias(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 2
  br i1 %4, label %5, label %32
5:                                                ; preds = %3
  %6 = load ptr, ptr %1, align 8
  %7 = getelementptr inbounds %struct.Object, ptr %6, i64 0, i32 1
  %8 = load ptr, ptr %7, align 8
  %9 = icmp ne ptr %8, @PyTuple_Type
  %10 = icmp ne ptr %8, @PyList_Type
  %11 = and i1 %9, %10
  br i1 %11, label %32, label %12
12:                                               ; preds = %5
  %13 = getelementptr inbounds ptr, ptr %1, i64 1
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds %struct.Object, ptr %14, i64 0, i32 1
  %16 = load ptr, ptr %15, align 8
  %17 = icmp ne ptr %16, @PyTuple_Type
  %18 = icmp ne ptr %16, @PyList_Type
  %19 = and i1 %17, %18
  br i1 %19, label %32, label %20
20:                                               ; preds = %12
  %21 = getelementptr inbounds %struct.List, ptr %6, i64 0, i32 1
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds %struct.List, ptr %14, i64 0, i32 1
  %24 = load i64, ptr %23, align 8
  %25 = icmp eq i64 %22, %24
  br i1 %25, label %26, label %32
26:                                               ; preds = %20
  %27 = icmp sgt i64 %22, 0
  br i1 %27, label %28, label %52
28:                                               ; preds = %26
  %29 = getelementptr inbounds %struct.Tuple, ptr %6, i64 0, i32 2
  %30 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %31 = load i64, ptr %30, align 8
  br label %40
32:                                               ; preds = %20, %12, %5, %3
  %33 = load ptr, ptr @PyExc_TypeError, align 8
  %34 = tail call ptr @PyErr_Occurred()
  %35 = icmp eq ptr %34, null
  br i1 %35, label %36, label %140
36:                                               ; preds = %32
  tail call void @PyErr_SetString(ptr noundef %33, ptr noundef nonnull @.str.9)
  br label %140
37:                                               ; preds = %44
  %38 = add nuw nsw i64 %41, 1
  %39 = icmp eq i64 %38, %22
  br i1 %39, label %52, label %40
40:                                               ; preds = %28, %37
  %41 = phi i64 [ 0, %28 ], [ %38, %37 ]
  br i1 %9, label %42, label %44
42:                                               ; preds = %40
  %43 = load ptr, ptr %29, align 8
  br label %44
44:                                               ; preds = %40, %42
  %45 = phi ptr [ %43, %42 ], [ %29, %40 ]
  %46 = getelementptr inbounds ptr, ptr %45, i64 %41
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds %struct.Handle, ptr %47, i64 0, i32 1
  %49 = load i64, ptr %48, align 8
  %50 = icmp eq i64 %49, %31
  br i1 %50, label %37, label %51
51:                                               ; preds = %44
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %140
52:                                               ; preds = %37, %26
  %53 = tail call ptr @PyTuple_New(i64 noundef %22)
  %54 = icmp eq ptr %53, null
  br i1 %54, label %140, label %55
55:                                               ; preds = %52
  %56 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %57 = load ptr, ptr %1, align 8
  %58 = getelementptr inbounds %struct.List, ptr %57, i64 0, i32 1
  %59 = load i64, ptr %58, align 8
  %60 = icmp sgt i64 %59, 0
  br i1 %60, label %61, label %140
61:                                               ; preds = %55, %131
  %62 = phi ptr [ %136, %131 ], [ %57, %55 ]
  %63 = phi i64 [ %135, %131 ], [ 0, %55 ]
  %64 = getelementptr inbounds %struct.Object, ptr %62, i64 0, i32 1
  %65 = load ptr, ptr %64, align 8
  %66 = icmp eq ptr %65, @PyTuple_Type
  br i1 %66, label %67, label %69
67:                                               ; preds = %61
  %68 = getelementptr inbounds %struct.Tuple, ptr %62, i64 0, i32 2
  br label %72
69:                                               ; preds = %61
  %70 = getelementptr inbounds %struct.List, ptr %62, i64 0, i32 2
  %71 = load ptr, ptr %70, align 8
  br label %72
72:                                               ; preds = %67, %69
  %73 = phi ptr [ %68, %67 ], [ %71, %69 ]
  %74 = getelementptr inbounds ptr, ptr %73, i64 %63
  %75 = load ptr, ptr %74, align 8
  %76 = load ptr, ptr %13, align 8
  %77 = getelementptr inbounds %struct.Object, ptr %76, i64 0, i32 1
  %78 = load ptr, ptr %77, align 8
  %79 = icmp eq ptr %78, @PyTuple_Type
  br i1 %79, label %80, label %82
80:                                               ; preds = %72
  %81 = getelementptr inbounds %struct.Tuple, ptr %76, i64 0, i32 2
  br label %85
82:                                               ; preds = %72
  %83 = getelementptr inbounds %struct.List, ptr %76, i64 0, i32 2
  %84 = load ptr, ptr %83, align 8
  br label %85
85:                                               ; preds = %80, %82
  %86 = phi ptr [ %81, %80 ], [ %84, %82 ]
  %87 = getelementptr inbounds ptr, ptr %86, i64 %63
  %88 = load ptr, ptr %87, align 8
  %89 = getelementptr inbounds %struct.Handle, ptr %88, i64 0, i32 5
  %90 = load ptr, ptr %89, align 8
  %91 = icmp ne ptr %90, null
  %92 = icmp ne ptr %90, @_Py_NoneStruct
  %93 = and i1 %91, %92
  %94 = select i1 %93, ptr %90, ptr %88
  %95 = getelementptr inbounds %struct.Handle, ptr %88, i64 0, i32 6
  %96 = select i1 %93, ptr %95, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 49)
  %97 = load ptr, ptr %96, align 8
  tail call void @Py_IncRef(ptr noundef %94)
  tail call void @Py_IncRef(ptr noundef %97)
  %98 = getelementptr inbounds %struct.Handle, ptr %75, i64 0, i32 5
  %99 = load ptr, ptr %98, align 8
  store ptr null, ptr %98, align 8
  %100 = icmp eq ptr %99, null
  br i1 %100, label %102, label %101
101:                                              ; preds = %85
  tail call void @Py_DecRef(ptr noundef nonnull %99)
  br label %102
102:                                              ; preds = %85, %101
  %103 = getelementptr inbounds %struct.Handle, ptr %75, i64 0, i32 6
  %104 = load ptr, ptr %103, align 8
  store ptr null, ptr %103, align 8
  %105 = icmp eq ptr %104, null
  br i1 %105, label %107, label %106
106:                                              ; preds = %102
  tail call void @Py_DecRef(ptr noundef nonnull %104)
  br label %107
107:                                              ; preds = %102, %106
  store ptr %94, ptr %98, align 8
  store ptr %97, ptr %103, align 8
  %108 = getelementptr inbounds %struct.Handle, ptr %75, i64 0, i32 7
  store i64 -1, ptr %108, align 8
  br label %109
109:                                              ; preds = %109, %107
  %110 = phi ptr [ %75, %107 ], [ %112, %109 ]
  %111 = getelementptr inbounds %struct.Handle, ptr %110, i64 0, i32 5
  %112 = load ptr, ptr %111, align 8
  %113 = icmp eq ptr %112, null
  %114 = icmp eq ptr %112, @_Py_NoneStruct
  %115 = or i1 %113, %114
  br i1 %115, label %116, label %109
116:                                              ; preds = %109
  %117 = getelementptr inbounds %struct.Handle, ptr %110, i64 0, i32 7
  %118 = load i64, ptr %117, align 8
  %119 = getelementptr inbounds %struct.Handle, ptr %75, i64 0, i32 8
  store i64 %118, ptr %119, align 8
  %120 = load ptr, ptr %56, align 8
  %121 = getelementptr inbounds %struct.Handle, ptr %75, i64 0, i32 2
  %122 = load i64, ptr %121, align 8
  %123 = getelementptr inbounds %struct.Slot, ptr %120, i64 %122
  %124 = load ptr, ptr %123, align 8
  %125 = icmp eq ptr %124, %75
  br i1 %125, label %126, label %131
126:                                              ; preds = %116
  store ptr null, ptr %123, align 8
  %127 = load i64, ptr %75, align 8
  %128 = add nsw i64 %127, -1
  store i64 %128, ptr %75, align 8
  %129 = icmp eq i64 %128, 0
  br i1 %129, label %130, label %131
130:                                              ; preds = %126
  tail call void @_Py_Dealloc(ptr noundef nonnull %75)
  br label %131
131:                                              ; preds = %130, %126, %116
  %132 = load i64, ptr %121, align 8
  %133 = tail call ptr @PyLong_FromLongLong(i64 noundef %132)
  %134 = getelementptr inbounds %struct.Tuple, ptr %53, i64 0, i32 2, i64 %63
  store ptr %133, ptr %134, align 8
  %135 = add nuw nsw i64 %63, 1
  %136 = load ptr, ptr %1, align 8
  %137 = getelementptr inbounds %struct.List, ptr %136, i64 0, i32 1
  %138 = load i64, ptr %137, align 8
  %139 = icmp slt i64 %135, %138
  br i1 %139, label %61, label %140
140:                                              ; preds = %131, %55, %52, %51, %36, %32
  %141 = phi ptr [ @_Py_NoneStruct, %51 ], [ null, %32 ], [ null, %36 ], [ null, %52 ], [ %53, %55 ], [ %53, %131 ]
  ret ptr %141
}
define noundef ptr @segment_rebind(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 2
  br i1 %4, label %10, label %5
5:                                                ; preds = %3
  %6 = load ptr, ptr @PyExc_TypeError, align 8
  %7 = tail call ptr @PyErr_Occurred()
  %8 = icmp eq ptr %7, null
  br i1 %8, label %9, label %93
9:                                                ; preds = %5
  tail call void @PyErr_SetString(ptr noundef %6, ptr noundef nonnull @.str.10)
  br label %93
10:                                               ; preds = %3
  %11 = load ptr, ptr %1, align 8
  %12 = getelementptr inbounds ptr, ptr %1, i64 1
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds %struct.Handle, ptr %13, i64 0, i32 1
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %15, %17
  br i1 %18, label %19, label %90
19:                                               ; preds = %10
  %20 = getelementptr inbounds %struct.Handle, ptr %11, i64 0, i32 5
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %21, null
  %23 = icmp eq ptr %21, @_Py_NoneStruct
  %24 = or i1 %22, %23
  br i1 %24, label %25, label %90
25:                                               ; preds = %19
  %26 = getelementptr inbounds %struct.Handle, ptr %11, i64 0, i32 1
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %27, %15
  %29 = getelementptr inbounds %struct.Handle, ptr %11, i64 0, i32 4
  %30 = load ptr, ptr %29, align 8
  br i1 %28, label %35, label %31
31:                                               ; preds = %25
  %32 = icmp ne ptr %30, null
  %33 = icmp ne ptr %30, @_Py_NoneStruct
  %34 = and i1 %32, %33
  br i1 %34, label %35, label %90
35:                                               ; preds = %25, %31
  %36 = getelementptr inbounds %struct.Handle, ptr %11, i64 0, i32 4
  %37 = icmp eq ptr %30, null
  %38 = icmp eq ptr %30, @_Py_NoneStruct
  %39 = or i1 %37, %38
  br i1 %39, label %46, label %40
40:                                               ; preds = %35
  %41 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %42 = getelementptr inbounds i8, ptr %30, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 7), align 8
  %45 = icmp eq ptr %43, %44
  br i1 %45, label %46, label %90
46:                                               ; preds = %35, %40
  br i1 %28, label %47, label %57
47:                                               ; preds = %46
  %48 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %49 = load ptr, ptr %48, align 8
  %50 = getelementptr inbounds %struct.Handle, ptr %11, i64 0, i32 2
  %51 = load i64, ptr %50, align 8
  %52 = getelementptr inbounds %struct.Slot, ptr %49, i64 %51
  %53 = load ptr, ptr %52, align 8
  %54 = getelementptr inbounds %struct.Handle, ptr %13, i64 0, i32 2
  %55 = load i64, ptr %54, align 8
  store ptr null, ptr %52, align 8
  %56 = getelementptr inbounds i8, ptr %52, i64 8
  store i64 %55, ptr %56, align 8
  br label %57
57:                                               ; preds = %47, %46
  %58 = phi ptr [ %53, %47 ], [ null, %46 ]
  %59 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %60 = load ptr, ptr %59, align 8
  %61 = getelementptr inbounds %struct.Handle, ptr %13, i64 0, i32 2
  %62 = load i64, ptr %61, align 8
  %63 = getelementptr inbounds %struct.Slot, ptr %60, i64 %62
  %64 = load ptr, ptr %63, align 8
  store ptr %11, ptr %63, align 8
  %65 = load i64, ptr %11, align 8
  %66 = add nsw i64 %65, 1
  store i64 %66, ptr %11, align 8
  %67 = load i64, ptr %61, align 8
  %68 = getelementptr inbounds %struct.Handle, ptr %11, i64 0, i32 2
  store i64 %67, ptr %68, align 8
  %69 = load i64, ptr %16, align 8
  store i64 %69, ptr %26, align 8
  %70 = getelementptr inbounds %struct.Handle, ptr %11, i64 0, i32 7
  %71 = load i64, ptr %70, align 8
  %72 = add nsw i64 %71, 1
  store i64 %72, ptr %70, align 8
  store i64 -1, ptr %14, align 8
  %73 = load ptr, ptr %36, align 8
  store ptr null, ptr %36, align 8
  %74 = icmp eq ptr %73, null
  br i1 %74, label %76, label %75
75:                                               ; preds = %57
  tail call void @Py_DecRef(ptr noundef nonnull %73)
  br label %76
76:                                               ; preds = %57, %75
  %77 = icmp eq ptr %58, null
  br i1 %77, label %83, label %78
78:                                               ; preds = %76
  %79 = load i64, ptr %58, align 8
  %80 = add nsw i64 %79, -1
  store i64 %80, ptr %58, align 8
  %81 = icmp eq i64 %80, 0
  br i1 %81, label %82, label %83
82:                                               ; preds = %78
  tail call void @_Py_Dealloc(ptr noundef nonnull %58)
  br label %83
83:                                               ; preds = %82, %78, %76
  %84 = icmp eq ptr %64, null
  br i1 %84, label %90, label %85
85:                                               ; preds = %83
  %86 = load i64, ptr %64, align 8
  %87 = add nsw i64 %86, -1
  store i64 %87, ptr %64, align 8
  %88 = icmp eq i64 %87, 0
  br i1 %88, label %89, label %90
89:                                               ; preds = %85
  tail call void @_Py_Dealloc(ptr noundef nonnull %64)
  br label %90
90:                                               ; preds = %89, %85, %83, %40, %31, %10, %19
  %91 = phi ptr [ getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 46), %19 ], [ getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 46), %10 ], [ getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 46), %31 ], [ getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 46), %40 ], [ getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 45), %83 ], [ getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 45), %85 ], [ getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 45), %89 ]
  %92 = load ptr, ptr %91, align 8
  tail call void @Py_IncRef(ptr noundef %92)
  br label %93
93:                                               ; preds = %9, %5, %90
  %94 = phi ptr [ %92, %90 ], [ null, %5 ], [ null, %9 ]
  ret ptr %94
}
define ptr @position_yields(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 2
  br i1 %4, label %5, label %22
5:                                                ; preds = %3
  %6 = load ptr, ptr %1, align 8
  %7 = getelementptr inbounds %struct.Object, ptr %6, i64 0, i32 1
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %8, @PyTuple_Type
  br i1 %9, label %10, label %22
10:                                               ; preds = %5
  %11 = getelementptr inbounds ptr, ptr %1, i64 1
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds %struct.Object, ptr %12, i64 0, i32 1
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, @PyTuple_Type
  br i1 %15, label %16, label %22
16:                                               ; preds = %10
  %17 = getelementptr inbounds %struct.List, ptr %6, i64 0, i32 1
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds %struct.List, ptr %12, i64 0, i32 1
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %18, %20
  br i1 %21, label %27, label %22
22:                                               ; preds = %16, %10, %5, %3
  %23 = load ptr, ptr @PyExc_TypeError, align 8
  %24 = tail call ptr @PyErr_Occurred()
  %25 = icmp eq ptr %24, null
  br i1 %25, label %26, label %87
26:                                               ; preds = %22
  tail call void @PyErr_SetString(ptr noundef %23, ptr noundef nonnull @.str.11)
  br label %87
27:                                               ; preds = %16
  %28 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 18
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %29, null
  br i1 %30, label %36, label %31
31:                                               ; preds = %27
  %32 = load ptr, ptr @PyExc_ValueError, align 8
  %33 = tail call ptr @PyErr_Occurred()
  %34 = icmp eq ptr %33, null
  br i1 %34, label %35, label %87
35:                                               ; preds = %31
  tail call void @PyErr_SetString(ptr noundef %32, ptr noundef nonnull @.str.12)
  br label %87
36:                                               ; preds = %27
  %37 = add nsw i64 %18, 1
  %38 = tail call ptr @PyMem_RawCalloc(i64 noundef %37, i64 noundef 16)
  store ptr %38, ptr %28, align 8
  %39 = icmp eq ptr %38, null
  br i1 %39, label %40, label %42
40:                                               ; preds = %36
  %41 = tail call ptr @PyErr_NoMemory()
  br label %87
42:                                               ; preds = %36
  %43 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 14
  store i64 0, ptr %43, align 8
  %44 = load ptr, ptr %1, align 8
  %45 = getelementptr inbounds %struct.List, ptr %44, i64 0, i32 1
  %46 = load i64, ptr %45, align 8
  %47 = icmp sgt i64 %46, 0
  br i1 %47, label %48, label %86
48:                                               ; preds = %42, %72
  %49 = phi ptr [ %82, %72 ], [ %44, %42 ]
  %50 = phi i64 [ %81, %72 ], [ 0, %42 ]
  %51 = getelementptr inbounds %struct.Object, ptr %49, i64 0, i32 1
  %52 = load ptr, ptr %51, align 8
  %53 = icmp eq ptr %52, @PyTuple_Type
  br i1 %53, label %54, label %56
54:                                               ; preds = %48
  %55 = getelementptr inbounds %struct.Tuple, ptr %49, i64 0, i32 2
  br label %59
56:                                               ; preds = %48
  %57 = getelementptr inbounds %struct.List, ptr %49, i64 0, i32 2
  %58 = load ptr, ptr %57, align 8
  br label %59
59:                                               ; preds = %54, %56
  %60 = phi ptr [ %55, %54 ], [ %58, %56 ]
  %61 = getelementptr inbounds ptr, ptr %60, i64 %50
  %62 = load ptr, ptr %61, align 8
  %63 = load ptr, ptr %11, align 8
  %64 = getelementptr inbounds %struct.Object, ptr %63, i64 0, i32 1
  %65 = load ptr, ptr %64, align 8
  %66 = icmp eq ptr %65, @PyTuple_Type
  br i1 %66, label %67, label %69
67:                                               ; preds = %59
  %68 = getelementptr inbounds %struct.Tuple, ptr %63, i64 0, i32 2
  br label %72
69:                                               ; preds = %59
  %70 = getelementptr inbounds %struct.List, ptr %63, i64 0, i32 2
  %71 = load ptr, ptr %70, align 8
  br label %72
72:                                               ; preds = %67, %69
  %73 = phi ptr [ %68, %67 ], [ %71, %69 ]
  %74 = getelementptr inbounds ptr, ptr %73, i64 %50
  %75 = load ptr, ptr %74, align 8
  tail call void @Py_IncRef(ptr noundef %62)
  tail call void @Py_IncRef(ptr noundef %75)
  %76 = load ptr, ptr %28, align 8
  %77 = load i64, ptr %43, align 8
  %78 = getelementptr inbounds %struct.Result, ptr %76, i64 %77
  store ptr %62, ptr %78, align 8
  %79 = getelementptr inbounds i8, ptr %78, i64 8
  store ptr %75, ptr %79, align 8
  %80 = load i64, ptr %43, align 8
  %81 = add nsw i64 %80, 1
  store i64 %81, ptr %43, align 8
  %82 = load ptr, ptr %1, align 8
  %83 = getelementptr inbounds %struct.List, ptr %82, i64 0, i32 1
  %84 = load i64, ptr %83, align 8
  %85 = icmp slt i64 %81, %84
  br i1 %85, label %48, label %86
86:                                               ; preds = %72, %42
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %87
87:                                               ; preds = %35, %31, %26, %22, %40, %86
  %88 = phi ptr [ @_Py_NoneStruct, %86 ], [ %41, %40 ], [ null, %22 ], [ null, %26 ], [ null, %31 ], [ null, %35 ]
  ret ptr %88
}
define noundef nonnull ptr @position_unlink(ptr noundef %0, ptr nocapture noundef readnone %1, i64 noundef %2) local_unnamed_addr {
  %4 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %26, label %7
7:                                                ; preds = %3
  %8 = getelementptr inbounds %struct.Position, ptr %5, i64 0, i32 2
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %26, label %11
11:                                               ; preds = %7
  %12 = icmp eq ptr %9, %0
  br i1 %12, label %22, label %13
13:                                               ; preds = %11, %18
  %14 = phi ptr [ %16, %18 ], [ %9, %11 ]
  %15 = getelementptr inbounds %struct.Position, ptr %14, i64 0, i32 3
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %26, label %18
18:                                               ; preds = %13
  %19 = icmp eq ptr %16, %0
  br i1 %19, label %20, label %13
20:                                               ; preds = %18
  %21 = getelementptr inbounds %struct.Position, ptr %14, i64 0, i32 3
  br label %22
22:                                               ; preds = %20, %11
  %23 = phi ptr [ %8, %11 ], [ %21, %20 ]
  %24 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 3
  %25 = load ptr, ptr %24, align 8
  store ptr %25, ptr %23, align 8
  br label %26
26:                                               ; preds = %13, %7, %3, %22
  store ptr null, ptr %4, align 8
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
}
define ptr @launch_bind(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 11
  br i1 %4, label %5, label %36
5:                                                ; preds = %3
  %6 = load ptr, ptr %1, align 8
  %7 = getelementptr inbounds %struct.Object, ptr %6, i64 0, i32 1
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %8, @PyList_Type
  br i1 %9, label %10, label %36
10:                                               ; preds = %5
  %11 = getelementptr inbounds ptr, ptr %1, i64 5
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds %struct.Object, ptr %12, i64 0, i32 1
  %14 = load ptr, ptr %13, align 8
  %15 = icmp ne ptr %14, @PyTuple_Type
  %16 = icmp ne ptr %14, @PyList_Type
  %17 = and i1 %15, %16
  br i1 %17, label %36, label %18
18:                                               ; preds = %10
  %19 = getelementptr inbounds ptr, ptr %1, i64 7
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds %struct.Object, ptr %20, i64 0, i32 1
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, @PyTuple_Type
  br i1 %23, label %24, label %36
24:                                               ; preds = %18
  %25 = getelementptr inbounds ptr, ptr %1, i64 8
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds %struct.Object, ptr %26, i64 0, i32 1
  %28 = load ptr, ptr %27, align 8
  %29 = icmp ne ptr %28, @PyTuple_Type
  %30 = icmp ne ptr %28, @PyList_Type
  %31 = and i1 %29, %30
  br i1 %31, label %36, label %32
32:                                               ; preds = %24
  %33 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 8
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  br i1 %35, label %41, label %36
36:                                               ; preds = %32, %24, %18, %10, %5, %3
  %37 = load ptr, ptr @PyExc_TypeError, align 8
  %38 = tail call ptr @PyErr_Occurred()
  %39 = icmp eq ptr %38, null
  br i1 %39, label %40, label %175
40:                                               ; preds = %36
  tail call void @PyErr_SetString(ptr noundef %37, ptr noundef nonnull @.str.13)
  br label %175
41:                                               ; preds = %32
  %42 = getelementptr inbounds %struct.List, ptr %12, i64 0, i32 1
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds %struct.List, ptr %26, i64 0, i32 1
  %45 = load i64, ptr %44, align 8
  %46 = add nsw i64 %43, 1
  %47 = tail call ptr @PyMem_RawCalloc(i64 noundef %46, i64 noundef 24)
  store ptr %47, ptr %33, align 8
  %48 = add nsw i64 %45, 1
  %49 = tail call ptr @PyMem_RawCalloc(i64 noundef %48, i64 noundef 40)
  %50 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 12
  store ptr %49, ptr %50, align 8
  %51 = load ptr, ptr %33, align 8
  %52 = icmp eq ptr %51, null
  %53 = icmp eq ptr %49, null
  %54 = select i1 %52, i1 true, i1 %53
  br i1 %54, label %57, label %55
55:                                               ; preds = %41
  %56 = icmp sgt i64 %43, 0
  br i1 %56, label %61, label %59
57:                                               ; preds = %41
  %58 = tail call ptr @PyErr_NoMemory()
  br label %175
59:                                               ; preds = %84, %55
  %60 = icmp sgt i64 %45, 0
  br i1 %60, label %133, label %100
61:                                               ; preds = %55, %84
  %62 = phi i64 [ %98, %84 ], [ 0, %55 ]
  %63 = load ptr, ptr %11, align 8
  %64 = getelementptr inbounds %struct.Object, ptr %63, i64 0, i32 1
  %65 = load ptr, ptr %64, align 8
  %66 = icmp eq ptr %65, @PyTuple_Type
  br i1 %66, label %67, label %69
67:                                               ; preds = %61
  %68 = getelementptr inbounds %struct.Tuple, ptr %63, i64 0, i32 2
  br label %72
69:                                               ; preds = %61
  %70 = getelementptr inbounds %struct.List, ptr %63, i64 0, i32 2
  %71 = load ptr, ptr %70, align 8
  br label %72
72:                                               ; preds = %67, %69
  %73 = phi ptr [ %68, %67 ], [ %71, %69 ]
  %74 = getelementptr inbounds ptr, ptr %73, i64 %62
  %75 = load ptr, ptr %74, align 8
  %76 = getelementptr inbounds %struct.Object, ptr %75, i64 0, i32 1
  %77 = load ptr, ptr %76, align 8
  %78 = icmp eq ptr %77, @PyTuple_Type
  br i1 %78, label %79, label %81
79:                                               ; preds = %72
  %80 = getelementptr inbounds %struct.Tuple, ptr %75, i64 0, i32 2
  br label %84
81:                                               ; preds = %72
  %82 = getelementptr inbounds %struct.List, ptr %75, i64 0, i32 2
  %83 = load ptr, ptr %82, align 8
  br label %84
84:                                               ; preds = %79, %81
  %85 = phi ptr [ %80, %79 ], [ %83, %81 ]
  %86 = load ptr, ptr %33, align 8
  %87 = getelementptr inbounds %struct.Input, ptr %86, i64 %62
  %88 = load ptr, ptr %85, align 8
  %89 = tail call i64 @PyLong_AsLongLong(ptr noundef %88)
  %90 = getelementptr inbounds ptr, ptr %85, i64 1
  %91 = load ptr, ptr %90, align 8
  %92 = tail call i64 @PyLong_AsLongLong(ptr noundef %91)
  %93 = getelementptr inbounds ptr, ptr %85, i64 2
  %94 = load ptr, ptr %93, align 8
  %95 = tail call i64 @PyLong_AsLongLong(ptr noundef %94)
  store i64 %89, ptr %87, align 8
  %96 = getelementptr inbounds i8, ptr %87, i64 8
  store i64 %92, ptr %96, align 8
  %97 = getelementptr inbounds i8, ptr %87, i64 16
  store i64 %95, ptr %97, align 8
  %98 = add nuw nsw i64 %62, 1
  %99 = icmp eq i64 %98, %43
  br i1 %99, label %59, label %61
100:                                              ; preds = %156, %59
  %101 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 9
  store i64 %43, ptr %101, align 8
  %102 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 13
  store i64 %45, ptr %102, align 8
  %103 = getelementptr inbounds ptr, ptr %1, i64 4
  %104 = load ptr, ptr %103, align 8
  %105 = tail call i64 @PyLong_AsLongLong(ptr noundef %104)
  %106 = inttoptr i64 %105 to ptr
  %107 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 6
  store ptr %106, ptr %107, align 8
  %108 = getelementptr inbounds ptr, ptr %1, i64 10
  %109 = load ptr, ptr %108, align 8
  %110 = tail call i64 @PyLong_AsLongLong(ptr noundef %109)
  %111 = inttoptr i64 %110 to ptr
  %112 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 7
  store ptr %111, ptr %112, align 8
  %113 = getelementptr inbounds ptr, ptr %1, i64 6
  %114 = load ptr, ptr %113, align 8
  %115 = tail call i64 @PyLong_AsLongLong(ptr noundef %114)
  %116 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 10
  store i64 %115, ptr %116, align 8
  %117 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 1
  %118 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 2
  %119 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 3
  %120 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 4
  %121 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 11
  %122 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 5
  %123 = load ptr, ptr %1, align 8
  %124 = getelementptr inbounds ptr, ptr %1, i64 1
  %125 = load ptr, ptr %124, align 8
  %126 = getelementptr inbounds ptr, ptr %1, i64 2
  %127 = load ptr, ptr %126, align 8
  %128 = getelementptr inbounds ptr, ptr %1, i64 3
  %129 = load ptr, ptr %128, align 8
  %130 = load ptr, ptr %19, align 8
  %131 = getelementptr inbounds ptr, ptr %1, i64 9
  %132 = load ptr, ptr %131, align 8
  tail call void @Py_IncRef(ptr noundef %123)
  store ptr %123, ptr %117, align 8
  tail call void @Py_IncRef(ptr noundef %125)
  store ptr %125, ptr %118, align 8
  tail call void @Py_IncRef(ptr noundef %127)
  store ptr %127, ptr %119, align 8
  tail call void @Py_IncRef(ptr noundef %129)
  store ptr %129, ptr %120, align 8
  tail call void @Py_IncRef(ptr noundef %130)
  store ptr %130, ptr %121, align 8
  tail call void @Py_IncRef(ptr noundef %132)
  store ptr %132, ptr %122, align 8
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %175
133:                                              ; preds = %59, %156
  %134 = phi i64 [ %173, %156 ], [ 0, %59 ]
  %135 = load ptr, ptr %25, align 8
  %136 = getelementptr inbounds %struct.Object, ptr %135, i64 0, i32 1
  %137 = load ptr, ptr %136, align 8
  %138 = icmp eq ptr %137, @PyTuple_Type
  br i1 %138, label %139, label %141
139:                                              ; preds = %133
  %140 = getelementptr inbounds %struct.Tuple, ptr %135, i64 0, i32 2
  br label %144
141:                                              ; preds = %133
  %142 = getelementptr inbounds %struct.List, ptr %135, i64 0, i32 2
  %143 = load ptr, ptr %142, align 8
  br label %144
144:                                              ; preds = %139, %141
  %145 = phi ptr [ %140, %139 ], [ %143, %141 ]
  %146 = getelementptr inbounds ptr, ptr %145, i64 %134
  %147 = load ptr, ptr %146, align 8
  %148 = getelementptr inbounds %struct.Object, ptr %147, i64 0, i32 1
  %149 = load ptr, ptr %148, align 8
  %150 = icmp eq ptr %149, @PyTuple_Type
  br i1 %150, label %151, label %153
151:                                              ; preds = %144
  %152 = getelementptr inbounds %struct.Tuple, ptr %147, i64 0, i32 2
  br label %156
153:                                              ; preds = %144
  %154 = getelementptr inbounds %struct.List, ptr %147, i64 0, i32 2
  %155 = load ptr, ptr %154, align 8
  br label %156
156:                                              ; preds = %151, %153
  %157 = phi ptr [ %152, %151 ], [ %155, %153 ]
  %158 = getelementptr inbounds ptr, ptr %157, i64 2
  %159 = load ptr, ptr %158, align 8
  %160 = tail call i64 @PyLong_AsLongLong(ptr noundef %159)
  %161 = load ptr, ptr %50, align 8
  %162 = getelementptr inbounds %struct.Output, ptr %161, i64 %134
  %163 = load ptr, ptr %157, align 8
  %164 = tail call i64 @PyLong_AsLongLong(ptr noundef %163)
  %165 = getelementptr inbounds ptr, ptr %157, i64 1
  %166 = load ptr, ptr %165, align 8
  %167 = tail call i64 @llvm.smin.i64(i64 %160, i64 2)
  store i64 %164, ptr %162, align 8
  %168 = getelementptr inbounds i8, ptr %162, i64 8
  store ptr %166, ptr %168, align 8
  %169 = getelementptr inbounds i8, ptr %162, i64 16
  store i64 %167, ptr %169, align 8
  %170 = getelementptr inbounds i8, ptr %162, i64 24
  store ptr null, ptr %170, align 8
  %171 = getelementptr inbounds i8, ptr %162, i64 32
  store ptr null, ptr %171, align 8
  %172 = load ptr, ptr %165, align 8
  tail call void @Py_IncRef(ptr noundef %172)
  %173 = add nuw nsw i64 %134, 1
  %174 = icmp eq i64 %173, %45
  br i1 %174, label %100, label %133
175:                                              ; preds = %40, %36, %57, %100
  %176 = phi ptr [ @_Py_NoneStruct, %100 ], [ %58, %57 ], [ null, %36 ], [ null, %40 ]
  ret ptr %176
}
define noundef ptr @launch_serve(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 3
  br i1 %4, label %5, label %38
5:                                                ; preds = %3
  %6 = load ptr, ptr %1, align 8
  %7 = getelementptr inbounds %struct.Object, ptr %6, i64 0, i32 1
  %8 = load ptr, ptr %7, align 8
  %9 = icmp ne ptr %8, @PyTuple_Type
  %10 = icmp ne ptr %8, @PyList_Type
  %11 = and i1 %9, %10
  br i1 %11, label %38, label %12
12:                                               ; preds = %5
  %13 = getelementptr inbounds ptr, ptr %1, i64 1
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds %struct.Object, ptr %14, i64 0, i32 1
  %16 = load ptr, ptr %15, align 8
  %17 = icmp ne ptr %16, @PyTuple_Type
  %18 = icmp ne ptr %16, @PyList_Type
  %19 = and i1 %17, %18
  br i1 %19, label %38, label %20
20:                                               ; preds = %12
  %21 = getelementptr inbounds ptr, ptr %1, i64 2
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr inbounds %struct.Object, ptr %22, i64 0, i32 1
  %24 = load ptr, ptr %23, align 8
  %25 = icmp ne ptr %24, @PyTuple_Type
  %26 = icmp ne ptr %24, @PyList_Type
  %27 = and i1 %25, %26
  br i1 %27, label %38, label %28
28:                                               ; preds = %20
  %29 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 14
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %30, null
  br i1 %31, label %32, label %38
32:                                               ; preds = %28
  %33 = getelementptr inbounds %struct.List, ptr %22, i64 0, i32 1
  %34 = load i64, ptr %33, align 8
  %35 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 13
  %36 = load i64, ptr %35, align 8
  %37 = icmp eq i64 %34, %36
  br i1 %37, label %43, label %38
38:                                               ; preds = %32, %28, %20, %12, %5, %3
  %39 = load ptr, ptr @PyExc_TypeError, align 8
  %40 = tail call ptr @PyErr_Occurred()
  %41 = icmp eq ptr %40, null
  br i1 %41, label %42, label %128
42:                                               ; preds = %38
  tail call void @PyErr_SetString(ptr noundef %39, ptr noundef nonnull @.str.14)
  br label %128
43:                                               ; preds = %32
  %44 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 17
  %45 = getelementptr inbounds %struct.List, ptr %6, i64 0, i32 1
  %46 = load i64, ptr %45, align 8
  store i64 %46, ptr %44, align 8
  %47 = add nsw i64 %46, 1
  %48 = tail call ptr @PyMem_RawCalloc(i64 noundef %47, i64 noundef 8)
  %49 = icmp eq ptr %48, null
  br i1 %49, label %69, label %50
50:                                               ; preds = %43
  %51 = getelementptr inbounds %struct.List, ptr %6, i64 0, i32 2
  %52 = load i64, ptr %44, align 8
  %53 = icmp sgt i64 %52, 0
  br i1 %53, label %54, label %69
54:                                               ; preds = %50, %60
  %55 = phi i64 [ %66, %60 ], [ 0, %50 ]
  %56 = load ptr, ptr %7, align 8
  %57 = icmp eq ptr %56, @PyTuple_Type
  br i1 %57, label %60, label %58
58:                                               ; preds = %54
  %59 = load ptr, ptr %51, align 8
  br label %60
60:                                               ; preds = %58, %54
  %61 = phi ptr [ %59, %58 ], [ %51, %54 ]
  %62 = getelementptr inbounds ptr, ptr %61, i64 %55
  %63 = load ptr, ptr %62, align 8
  %64 = tail call i64 @PyLong_AsLongLong(ptr noundef %63)
  %65 = getelementptr inbounds i64, ptr %48, i64 %55
  store i64 %64, ptr %65, align 8
  %66 = add nuw nsw i64 %55, 1
  %67 = load i64, ptr %44, align 8
  %68 = icmp slt i64 %66, %67
  br i1 %68, label %54, label %69
69:                                               ; preds = %60, %50, %43
  store ptr %48, ptr %29, align 8
  %70 = load ptr, ptr %13, align 8
  %71 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 18
  %72 = getelementptr inbounds %struct.List, ptr %70, i64 0, i32 1
  %73 = load i64, ptr %72, align 8
  store i64 %73, ptr %71, align 8
  %74 = add nsw i64 %73, 1
  %75 = tail call ptr @PyMem_RawCalloc(i64 noundef %74, i64 noundef 8)
  %76 = icmp eq ptr %75, null
  br i1 %76, label %97, label %77
77:                                               ; preds = %69
  %78 = getelementptr inbounds %struct.Object, ptr %70, i64 0, i32 1
  %79 = getelementptr inbounds %struct.List, ptr %70, i64 0, i32 2
  %80 = load i64, ptr %71, align 8
  %81 = icmp sgt i64 %80, 0
  br i1 %81, label %82, label %97
82:                                               ; preds = %77, %88
  %83 = phi i64 [ %94, %88 ], [ 0, %77 ]
  %84 = load ptr, ptr %78, align 8
  %85 = icmp eq ptr %84, @PyTuple_Type
  br i1 %85, label %88, label %86
86:                                               ; preds = %82
  %87 = load ptr, ptr %79, align 8
  br label %88
88:                                               ; preds = %86, %82
  %89 = phi ptr [ %87, %86 ], [ %79, %82 ]
  %90 = getelementptr inbounds ptr, ptr %89, i64 %83
  %91 = load ptr, ptr %90, align 8
  %92 = tail call i64 @PyLong_AsLongLong(ptr noundef %91)
  %93 = getelementptr inbounds i64, ptr %75, i64 %83
  store i64 %92, ptr %93, align 8
  %94 = add nuw nsw i64 %83, 1
  %95 = load i64, ptr %71, align 8
  %96 = icmp slt i64 %94, %95
  br i1 %96, label %82, label %97
97:                                               ; preds = %88, %77, %69
  %98 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 15
  store ptr %75, ptr %98, align 8
  %99 = load ptr, ptr %21, align 8
  %100 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 19
  %101 = getelementptr inbounds %struct.List, ptr %99, i64 0, i32 1
  %102 = load i64, ptr %101, align 8
  store i64 %102, ptr %100, align 8
  %103 = add nsw i64 %102, 1
  %104 = tail call ptr @PyMem_RawCalloc(i64 noundef %103, i64 noundef 8)
  %105 = icmp eq ptr %104, null
  br i1 %105, label %126, label %106
106:                                              ; preds = %97
  %107 = getelementptr inbounds %struct.Object, ptr %99, i64 0, i32 1
  %108 = getelementptr inbounds %struct.List, ptr %99, i64 0, i32 2
  %109 = load i64, ptr %100, align 8
  %110 = icmp sgt i64 %109, 0
  br i1 %110, label %111, label %126
111:                                              ; preds = %106, %117
  %112 = phi i64 [ %123, %117 ], [ 0, %106 ]
  %113 = load ptr, ptr %107, align 8
  %114 = icmp eq ptr %113, @PyTuple_Type
  br i1 %114, label %117, label %115
115:                                              ; preds = %111
  %116 = load ptr, ptr %108, align 8
  br label %117
117:                                              ; preds = %115, %111
  %118 = phi ptr [ %116, %115 ], [ %108, %111 ]
  %119 = getelementptr inbounds ptr, ptr %118, i64 %112
  %120 = load ptr, ptr %119, align 8
  %121 = tail call i64 @PyLong_AsLongLong(ptr noundef %120)
  %122 = getelementptr inbounds i64, ptr %104, i64 %112
  store i64 %121, ptr %122, align 8
  %123 = add nuw nsw i64 %112, 1
  %124 = load i64, ptr %100, align 8
  %125 = icmp slt i64 %123, %124
  br i1 %125, label %111, label %126
126:                                              ; preds = %117, %106, %97
  %127 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 16
  store ptr %104, ptr %127, align 8
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %128
128:                                              ; preds = %42, %38, %126
  %129 = phi ptr [ @_Py_NoneStruct, %126 ], [ null, %38 ], [ null, %42 ]
  ret ptr %129
}
define internal fastcc ptr @numbers(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) unnamed_addr {
  %3 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 1
  %4 = load i64, ptr %3, align 8
  store i64 %4, ptr %1, align 8
  %5 = add nsw i64 %4, 1
  %6 = tail call ptr @PyMem_RawCalloc(i64 noundef %5, i64 noundef 8)
  %7 = icmp eq ptr %6, null
  br i1 %7, label %13, label %8
8:                                                ; preds = %2
  %9 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %10 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 2
  %11 = load i64, ptr %1, align 8
  %12 = icmp sgt i64 %11, 0
  br i1 %12, label %14, label %13
13:                                               ; preds = %20, %8, %2
  ret ptr %6
14:                                               ; preds = %8, %20
  %15 = phi i64 [ %26, %20 ], [ 0, %8 ]
  %16 = load ptr, ptr %9, align 8
  %17 = icmp eq ptr %16, @PyTuple_Type
  br i1 %17, label %20, label %18
18:                                               ; preds = %14
  %19 = load ptr, ptr %10, align 8
  br label %20
20:                                               ; preds = %14, %18
  %21 = phi ptr [ %19, %18 ], [ %10, %14 ]
  %22 = getelementptr inbounds ptr, ptr %21, i64 %15
  %23 = load ptr, ptr %22, align 8
  %24 = tail call i64 @PyLong_AsLongLong(ptr noundef %23)
  %25 = getelementptr inbounds i64, ptr %6, i64 %15
  store i64 %24, ptr %25, align 8
  %26 = add nuw nsw i64 %15, 1
  %27 = load i64, ptr %1, align 8
  %28 = icmp slt i64 %26, %27
  br i1 %28, label %14, label %13
}
define noundef nonnull ptr @launch_drop(ptr nocapture noundef %0, ptr nocapture noundef readnone %1, i64 noundef %2) local_unnamed_addr {
  tail call fastcc void @drop_launch(ptr noundef %0)
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
}
define internal fastcc void @drop_launch(ptr nocapture noundef %0) unnamed_addr {
  %2 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 2
  %3 = load ptr, ptr %2, align 8
  store ptr null, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %6, label %5
5:                                                ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %3)
  br label %6
6:                                                ; preds = %1, %5
  %7 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 3
  %8 = load ptr, ptr %7, align 8
  store ptr null, ptr %7, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %11, label %10
10:                                               ; preds = %6
  tail call void @Py_DecRef(ptr noundef nonnull %8)
  br label %11
11:                                               ; preds = %6, %10
  %12 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 4
  %13 = load ptr, ptr %12, align 8
  store ptr null, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %16, label %15
15:                                               ; preds = %11
  tail call void @Py_DecRef(ptr noundef nonnull %13)
  br label %16
16:                                               ; preds = %11, %15
  %17 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 1
  %18 = load ptr, ptr %17, align 8
  store ptr null, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %21, label %20
20:                                               ; preds = %16
  tail call void @Py_DecRef(ptr noundef nonnull %18)
  br label %21
21:                                               ; preds = %16, %20
  %22 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 13
  %23 = load i64, ptr %22, align 8
  %24 = icmp sgt i64 %23, 0
  br i1 %24, label %25, label %33
25:                                               ; preds = %21
  %26 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 12
  br label %27
27:                                               ; preds = %25, %41
  %28 = phi i64 [ 0, %25 ], [ %42, %41 ]
  %29 = load ptr, ptr %26, align 8
  %30 = getelementptr inbounds %struct.Output, ptr %29, i64 %28, i32 3, i64 0
  %31 = load ptr, ptr %30, align 8
  store ptr null, ptr %30, align 8
  %32 = icmp eq ptr %31, null
  br i1 %32, label %35, label %34
33:                                               ; preds = %41, %21
  ret void
34:                                               ; preds = %27
  tail call void @Py_DecRef(ptr noundef nonnull %31)
  br label %35
35:                                               ; preds = %27, %34
  %36 = load ptr, ptr %26, align 8
  %37 = getelementptr inbounds %struct.Output, ptr %36, i64 %28, i32 3, i64 1
  %38 = load ptr, ptr %37, align 8
  store ptr null, ptr %37, align 8
  %39 = icmp eq ptr %38, null
  br i1 %39, label %41, label %40
40:                                               ; preds = %35
  tail call void @Py_DecRef(ptr noundef nonnull %38)
  br label %41
41:                                               ; preds = %40, %35
  %42 = add nuw nsw i64 %28, 1
  %43 = load i64, ptr %22, align 8
  %44 = icmp slt i64 %42, %43
  br i1 %44, label %27, label %33
}
define void @launch_dealloc(ptr noundef %0) local_unnamed_addr {
  tail call fastcc void @drop_launch(ptr noundef %0)
  %2 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 13
  %3 = load i64, ptr %2, align 8
  %4 = icmp sgt i64 %3, 0
  br i1 %4, label %5, label %7
5:                                                ; preds = %1
  %6 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 12
  br label %36
7:                                                ; preds = %45, %1
  %8 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 11
  %9 = load ptr, ptr %8, align 8
  store ptr null, ptr %8, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %12, label %11
11:                                               ; preds = %7
  tail call void @Py_DecRef(ptr noundef nonnull %9)
  br label %12
12:                                               ; preds = %7, %11
  %13 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 5
  %14 = load ptr, ptr %13, align 8
  store ptr null, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %17, label %16
16:                                               ; preds = %12
  tail call void @Py_DecRef(ptr noundef nonnull %14)
  br label %17
17:                                               ; preds = %12, %16
  %18 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 8
  %19 = load ptr, ptr %18, align 8
  tail call void @PyMem_RawFree(ptr noundef %19)
  %20 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 12
  %21 = load ptr, ptr %20, align 8
  tail call void @PyMem_RawFree(ptr noundef %21)
  %22 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 14
  %23 = load ptr, ptr %22, align 8
  tail call void @PyMem_RawFree(ptr noundef %23)
  %24 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 15
  %25 = load ptr, ptr %24, align 8
  tail call void @PyMem_RawFree(ptr noundef %25)
  %26 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 16
  %27 = load ptr, ptr %26, align 8
  tail call void @PyMem_RawFree(ptr noundef %27)
  %28 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %29 = load ptr, ptr %28, align 8
  %30 = tail call ptr @PyType_GetSlot(ptr noundef %29, i32 noundef 74)
  tail call void %30(ptr noundef nonnull %0)
  %31 = load i64, ptr %29, align 8
  %32 = add nsw i64 %31, -1
  store i64 %32, ptr %29, align 8
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %34, label %35
34:                                               ; preds = %17
  tail call void @_Py_Dealloc(ptr noundef nonnull %29)
  br label %35
35:                                               ; preds = %17, %34
  ret void
36:                                               ; preds = %5, %45
  %37 = phi i64 [ %3, %5 ], [ %46, %45 ]
  %38 = phi i64 [ 0, %5 ], [ %47, %45 ]
  %39 = load ptr, ptr %6, align 8
  %40 = getelementptr inbounds %struct.Output, ptr %39, i64 %38, i32 1
  %41 = load ptr, ptr %40, align 8
  %42 = icmp eq ptr %41, null
  br i1 %42, label %45, label %43
43:                                               ; preds = %36
  tail call void @Py_DecRef(ptr noundef nonnull %41)
  %44 = load i64, ptr %2, align 8
  br label %45
45:                                               ; preds = %36, %43
  %46 = phi i64 [ %37, %36 ], [ %44, %43 ]
  %47 = add nuw nsw i64 %38, 1
  %48 = icmp slt i64 %47, %46
  br i1 %48, label %36, label %7
}
define ptr @segment_launch(ptr nocapture noundef %0, ptr nocapture readnone %1, i64 %2) local_unnamed_addr {
  %4 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 7
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds %struct.Position, ptr %5, i64 0, i32 11
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 46), align 8
  %9 = icmp ne ptr %7, null
  %10 = icmp ne ptr %7, @_Py_NoneStruct
  %11 = and i1 %9, %10
  br i1 %11, label %12, label %172
12:                                               ; preds = %3
  %13 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 3
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %16, label %172
16:                                               ; preds = %12
  %17 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %20, label %172
20:                                               ; preds = %16
  %21 = getelementptr inbounds %struct.Launch, ptr %7, i64 0, i32 2
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %172, label %24
24:                                               ; preds = %20
  %25 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 16), align 8
  %26 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 17), align 8
  %27 = tail call ptr @PyObject_GetAttr(ptr noundef %25, ptr noundef %26)
  %28 = icmp eq ptr %27, null
  br i1 %28, label %172, label %29
29:                                               ; preds = %24
  tail call void @Py_DecRef(ptr noundef nonnull %27)
  %30 = getelementptr inbounds %struct.Launch, ptr %7, i64 0, i32 5
  %31 = load ptr, ptr %30, align 8
  %32 = icmp eq ptr %27, %31
  br i1 %32, label %33, label %172
33:                                               ; preds = %29
  %34 = getelementptr inbounds %struct.Launch, ptr %7, i64 0, i32 14
  %35 = load ptr, ptr %34, align 8
  %36 = icmp eq ptr %35, null
  br i1 %36, label %172, label %37
37:                                               ; preds = %33
  %38 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 18
  %39 = load i64, ptr %38, align 8
  %40 = icmp sgt i64 %39, 0
  br i1 %40, label %41, label %44
41:                                               ; preds = %37
  %42 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %43 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 17
  br label %53
44:                                               ; preds = %53, %37
  %45 = phi i64 [ %39, %37 ], [ %63, %53 ]
  %46 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %47 = load i64, ptr %46, align 8
  %48 = icmp sgt i64 %47, 0
  br i1 %48, label %49, label %65
49:                                               ; preds = %44
  %50 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %51 = load ptr, ptr %50, align 8
  %52 = getelementptr inbounds %struct.Launch, ptr %7, i64 0, i32 17
  br label %72
53:                                               ; preds = %53, %41
  %54 = phi i64 [ 0, %41 ], [ %62, %53 ]
  %55 = load ptr, ptr %42, align 8
  %56 = load ptr, ptr %43, align 8
  %57 = getelementptr inbounds %struct.Leaf, ptr %56, i64 %54
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds %struct.Slot, ptr %55, i64 %58, i32 1
  %60 = load i64, ptr %59, align 8
  %61 = or i64 %60, 4611686018427387904
  store i64 %61, ptr %59, align 8
  %62 = add nuw nsw i64 %54, 1
  %63 = load i64, ptr %38, align 8
  %64 = icmp slt i64 %62, %63
  br i1 %64, label %53, label %44
65:                                               ; preds = %97, %44
  %66 = phi i64 [ 0, %44 ], [ %98, %97 ]
  %67 = phi i1 [ true, %44 ], [ %99, %97 ]
  %68 = icmp sgt i64 %45, 0
  br i1 %68, label %69, label %103
69:                                               ; preds = %65
  %70 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %71 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 17
  br label %105
72:                                               ; preds = %97, %49
  %73 = phi i64 [ 0, %49 ], [ %100, %97 ]
  %74 = phi i64 [ 0, %49 ], [ %98, %97 ]
  %75 = getelementptr inbounds %struct.Slot, ptr %51, i64 %73
  %76 = load ptr, ptr %75, align 8
  %77 = icmp eq ptr %76, null
  br i1 %77, label %97, label %78
78:                                               ; preds = %72
  %79 = load i64, ptr %76, align 8
  %80 = icmp slt i64 %79, 2
  br i1 %80, label %97, label %81
81:                                               ; preds = %78
  %82 = getelementptr inbounds %struct.Slot, ptr %51, i64 %73, i32 1
  %83 = load i64, ptr %82, align 8
  %84 = and i64 %83, 4611686018427387904
  %85 = icmp eq i64 %84, 0
  br i1 %85, label %86, label %97
86:                                               ; preds = %81
  %87 = load i64, ptr %52, align 8
  %88 = icmp slt i64 %74, %87
  br i1 %88, label %89, label %94
89:                                               ; preds = %86
  %90 = load ptr, ptr %34, align 8
  %91 = getelementptr inbounds i64, ptr %90, i64 %74
  %92 = load i64, ptr %91, align 8
  %93 = icmp eq i64 %92, %73
  br label %94
94:                                               ; preds = %89, %86
  %95 = phi i1 [ false, %86 ], [ %93, %89 ]
  %96 = add nsw i64 %74, 1
  br label %97
97:                                               ; preds = %94, %81, %78, %72
  %98 = phi i64 [ %96, %94 ], [ %74, %81 ], [ %74, %78 ], [ %74, %72 ]
  %99 = phi i1 [ %95, %94 ], [ true, %81 ], [ true, %78 ], [ true, %72 ]
  %100 = add nuw nsw i64 %73, 1
  %101 = icmp slt i64 %100, %47
  %102 = select i1 %101, i1 %99, i1 false
  br i1 %102, label %72, label %65
103:                                              ; preds = %105, %65
  %104 = phi i64 [ %45, %65 ], [ %115, %105 ]
  br i1 %67, label %117, label %172
105:                                              ; preds = %105, %69
  %106 = phi i64 [ 0, %69 ], [ %114, %105 ]
  %107 = load ptr, ptr %70, align 8
  %108 = load ptr, ptr %71, align 8
  %109 = getelementptr inbounds %struct.Leaf, ptr %108, i64 %106
  %110 = load i64, ptr %109, align 8
  %111 = getelementptr inbounds %struct.Slot, ptr %107, i64 %110, i32 1
  %112 = load i64, ptr %111, align 8
  %113 = and i64 %112, -4611686018427387905
  store i64 %113, ptr %111, align 8
  %114 = add nuw nsw i64 %106, 1
  %115 = load i64, ptr %38, align 8
  %116 = icmp slt i64 %114, %115
  br i1 %116, label %105, label %103
117:                                              ; preds = %103
  %118 = getelementptr inbounds %struct.Launch, ptr %7, i64 0, i32 17
  %119 = load i64, ptr %118, align 8
  %120 = icmp eq i64 %66, %119
  br i1 %120, label %121, label %172
121:                                              ; preds = %117
  %122 = icmp sgt i64 %104, 0
  br i1 %122, label %123, label %167
123:                                              ; preds = %121
  %124 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 17
  %125 = load ptr, ptr %124, align 8
  %126 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %127 = load ptr, ptr %126, align 8
  %128 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %129 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 7), align 8
  %130 = getelementptr inbounds %struct.Launch, ptr %7, i64 0, i32 18
  %131 = getelementptr inbounds %struct.Launch, ptr %7, i64 0, i32 15
  br label %132
132:                                              ; preds = %163, %123
  %133 = phi i64 [ 0, %123 ], [ %165, %163 ]
  %134 = phi i64 [ 0, %123 ], [ %164, %163 ]
  %135 = getelementptr inbounds %struct.Leaf, ptr %125, i64 %133
  %136 = getelementptr inbounds %struct.Leaf, ptr %125, i64 %133, i32 1
  %137 = load ptr, ptr %136, align 8
  %138 = load i64, ptr %135, align 8
  %139 = getelementptr inbounds %struct.Slot, ptr %127, i64 %138
  %140 = load ptr, ptr %139, align 8
  %141 = icmp eq ptr %140, null
  %142 = icmp ne ptr %137, null
  %143 = select i1 %141, i1 %142, i1 false
  %144 = icmp ne ptr %137, @_Py_NoneStruct
  %145 = select i1 %143, i1 %144, i1 false
  br i1 %145, label %146, label %163
146:                                              ; preds = %132
  %147 = getelementptr inbounds i8, ptr %137, i64 %128
  %148 = load ptr, ptr %147, align 8
  %149 = icmp eq ptr %148, %129
  br i1 %149, label %150, label %163
150:                                              ; preds = %146
  %151 = load i64, ptr %137, align 8
  %152 = icmp eq i64 %151, 1
  br i1 %152, label %153, label %163
153:                                              ; preds = %150
  %154 = load i64, ptr %130, align 8
  %155 = icmp eq i64 %134, %154
  br i1 %155, label %172, label %156
156:                                              ; preds = %153
  %157 = load ptr, ptr %131, align 8
  %158 = getelementptr inbounds i64, ptr %157, i64 %134
  %159 = load i64, ptr %158, align 8
  %160 = icmp eq i64 %159, %133
  br i1 %160, label %161, label %172
161:                                              ; preds = %156
  %162 = add nsw i64 %134, 1
  br label %163
163:                                              ; preds = %161, %150, %146, %132
  %164 = phi i64 [ %162, %161 ], [ %134, %150 ], [ %134, %146 ], [ %134, %132 ]
  %165 = add nuw nsw i64 %133, 1
  %166 = icmp eq i64 %165, %104
  br i1 %166, label %167, label %132
167:                                              ; preds = %163, %121
  %168 = phi i64 [ 0, %121 ], [ %164, %163 ]
  %169 = getelementptr inbounds %struct.Launch, ptr %7, i64 0, i32 18
  %170 = load i64, ptr %169, align 8
  %171 = icmp eq i64 %168, %170
  br i1 %171, label %176, label %172
172:                                              ; preds = %156, %153, %103, %117, %24, %20, %167, %33, %29, %16, %12, %3
  %173 = tail call ptr @PyErr_Occurred()
  %174 = icmp eq ptr %173, null
  br i1 %174, label %175, label %341
175:                                              ; preds = %172
  tail call void @Py_IncRef(ptr noundef %8)
  br label %341
176:                                              ; preds = %167
  %177 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 21
  %178 = load i64, ptr %177, align 8
  %179 = add nsw i64 %178, %104
  %180 = getelementptr inbounds %struct.Launch, ptr %7, i64 0, i32 13
  %181 = load i64, ptr %180, align 8
  %182 = add i64 %181, 1
  %183 = add i64 %182, %179
  %184 = tail call ptr @PyMem_RawCalloc(i64 noundef %183, i64 noundef 8)
  %185 = getelementptr inbounds ptr, ptr %184, i64 %179
  %186 = icmp eq ptr %184, null
  br i1 %186, label %197, label %187
187:                                              ; preds = %176
  %188 = icmp sgt i64 %179, 0
  br i1 %188, label %189, label %216
189:                                              ; preds = %187
  %190 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 20
  %191 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 17
  %192 = add i64 %104, %178
  %193 = and i64 %179, 1
  %194 = icmp eq i64 %192, 1
  br i1 %194, label %199, label %195
195:                                              ; preds = %189
  %196 = and i64 %179, 9223372036854775806
  br label %230
197:                                              ; preds = %176
  %198 = tail call ptr @PyErr_NoMemory()
  br label %341
199:                                              ; preds = %256, %189
  %200 = phi i64 [ 0, %189 ], [ %260, %256 ]
  %201 = icmp eq i64 %193, 0
  br i1 %201, label %216, label %202
202:                                              ; preds = %199
  %203 = load i64, ptr %38, align 8
  %204 = icmp slt i64 %200, %203
  br i1 %204, label %209, label %205
205:                                              ; preds = %202
  %206 = load ptr, ptr %190, align 8
  %207 = sub nsw i64 %200, %203
  %208 = getelementptr inbounds ptr, ptr %206, i64 %207
  br label %212
209:                                              ; preds = %202
  %210 = load ptr, ptr %191, align 8
  %211 = getelementptr inbounds %struct.Leaf, ptr %210, i64 %200, i32 1
  br label %212
212:                                              ; preds = %209, %205
  %213 = phi ptr [ %211, %209 ], [ %208, %205 ]
  %214 = load ptr, ptr %213, align 8
  %215 = getelementptr inbounds ptr, ptr %184, i64 %200
  store ptr %214, ptr %215, align 8
  br label %216
216:                                              ; preds = %212, %199, %187
  %217 = load i64, ptr %7, align 8
  %218 = add nsw i64 %217, 1
  store i64 %218, ptr %7, align 8
  %219 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %220 = load i64, ptr %219, align 8
  %221 = tail call fastcc i32 @run(ptr noundef nonnull %7, ptr noundef nonnull %184, i64 noundef %179, ptr noundef nonnull %185)
  %222 = icmp eq i32 %221, 0
  br i1 %222, label %329, label %223
223:                                              ; preds = %216
  %224 = getelementptr inbounds %struct.Launch, ptr %7, i64 0, i32 19
  %225 = load i64, ptr %224, align 8
  %226 = icmp sgt i64 %225, 0
  br i1 %226, label %227, label %267
227:                                              ; preds = %223
  %228 = getelementptr inbounds %struct.Launch, ptr %7, i64 0, i32 16
  %229 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  br label %263
230:                                              ; preds = %256, %195
  %231 = phi i64 [ 0, %195 ], [ %260, %256 ]
  %232 = phi i64 [ 0, %195 ], [ %261, %256 ]
  %233 = load i64, ptr %38, align 8
  %234 = icmp slt i64 %231, %233
  br i1 %234, label %235, label %238
235:                                              ; preds = %230
  %236 = load ptr, ptr %191, align 8
  %237 = getelementptr inbounds %struct.Leaf, ptr %236, i64 %231, i32 1
  br label %242
238:                                              ; preds = %230
  %239 = load ptr, ptr %190, align 8
  %240 = sub nsw i64 %231, %233
  %241 = getelementptr inbounds ptr, ptr %239, i64 %240
  br label %242
242:                                              ; preds = %238, %235
  %243 = phi ptr [ %237, %235 ], [ %241, %238 ]
  %244 = load ptr, ptr %243, align 8
  %245 = getelementptr inbounds ptr, ptr %184, i64 %231
  store ptr %244, ptr %245, align 8
  %246 = or disjoint i64 %231, 1
  %247 = load i64, ptr %38, align 8
  %248 = icmp slt i64 %246, %247
  br i1 %248, label %253, label %249
249:                                              ; preds = %242
  %250 = load ptr, ptr %190, align 8
  %251 = sub nsw i64 %246, %247
  %252 = getelementptr inbounds ptr, ptr %250, i64 %251
  br label %256
253:                                              ; preds = %242
  %254 = load ptr, ptr %191, align 8
  %255 = getelementptr inbounds %struct.Leaf, ptr %254, i64 %246, i32 1
  br label %256
256:                                              ; preds = %253, %249
  %257 = phi ptr [ %255, %253 ], [ %252, %249 ]
  %258 = load ptr, ptr %257, align 8
  %259 = getelementptr inbounds ptr, ptr %184, i64 %246
  store ptr %258, ptr %259, align 8
  %260 = add nuw nsw i64 %231, 2
  %261 = add i64 %232, 2
  %262 = icmp eq i64 %261, %196
  br i1 %262, label %199, label %230
263:                                              ; preds = %227, %298
  %264 = phi i64 [ 0, %227 ], [ %299, %298 ]
  %265 = load i64, ptr %219, align 8
  %266 = icmp eq i64 %265, %220
  br i1 %266, label %270, label %267
267:                                              ; preds = %263, %298, %223
  tail call fastcc void @let_go(ptr noundef nonnull %7, ptr noundef nonnull %185)
  %268 = load i64, ptr %219, align 8
  %269 = icmp eq i64 %268, %220
  br i1 %269, label %302, label %327
270:                                              ; preds = %263
  %271 = load ptr, ptr %228, align 8
  %272 = getelementptr inbounds i64, ptr %271, i64 %264
  %273 = load i64, ptr %272, align 8
  %274 = getelementptr inbounds ptr, ptr %185, i64 %264
  %275 = load ptr, ptr %274, align 8
  %276 = icmp sgt i64 %273, -1
  br i1 %276, label %277, label %298
277:                                              ; preds = %270
  %278 = load i64, ptr %46, align 8
  %279 = icmp sgt i64 %278, %273
  br i1 %279, label %280, label %298
280:                                              ; preds = %277
  %281 = load ptr, ptr %229, align 8
  %282 = getelementptr inbounds %struct.Slot, ptr %281, i64 %273
  %283 = load ptr, ptr %282, align 8
  %284 = icmp eq ptr %283, null
  br i1 %284, label %298, label %285
285:                                              ; preds = %280
  %286 = getelementptr inbounds %struct.Handle, ptr %283, i64 0, i32 2
  %287 = load i64, ptr %286, align 8
  %288 = icmp eq i64 %287, %273
  br i1 %288, label %289, label %298
289:                                              ; preds = %285
  %290 = getelementptr inbounds %struct.Handle, ptr %283, i64 0, i32 1
  %291 = load i64, ptr %290, align 8
  %292 = icmp eq i64 %291, %220
  br i1 %292, label %293, label %298
293:                                              ; preds = %289
  %294 = getelementptr inbounds %struct.Handle, ptr %283, i64 0, i32 4
  %295 = load ptr, ptr %294, align 8
  store ptr %275, ptr %294, align 8
  tail call void @Py_IncRef(ptr noundef %275)
  store i64 -1, ptr %290, align 8
  %296 = icmp eq ptr %295, null
  br i1 %296, label %298, label %297
297:                                              ; preds = %293
  tail call void @Py_DecRef(ptr noundef nonnull %295)
  br label %298
298:                                              ; preds = %270, %277, %280, %285, %289, %293, %297
  %299 = add nuw nsw i64 %264, 1
  %300 = load i64, ptr %224, align 8
  %301 = icmp slt i64 %299, %300
  br i1 %301, label %263, label %267
302:                                              ; preds = %267
  %303 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 6
  %304 = load i64, ptr %303, align 8
  %305 = add nsw i64 %304, 1
  store i64 %305, ptr %303, align 8
  %306 = getelementptr inbounds %struct.Position, ptr %5, i64 0, i32 10
  store i64 %305, ptr %306, align 8
  %307 = getelementptr inbounds %struct.Position, ptr %5, i64 0, i32 9
  %308 = load i64, ptr %307, align 8
  %309 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %310 = getelementptr inbounds %struct.Counts, ptr %309, i64 0, i32 1
  %311 = load i64, ptr %310, align 8
  %312 = add nsw i64 %311, %308
  store i64 %312, ptr %310, align 8
  %313 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %314 = getelementptr inbounds %struct.Counts, ptr %313, i64 0, i32 3
  %315 = load i64, ptr %314, align 8
  %316 = add nsw i64 %315, 1
  store i64 %316, ptr %314, align 8
  %317 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %318 = getelementptr inbounds %struct.Counts, ptr %317, i64 0, i32 4
  %319 = load i64, ptr %318, align 8
  %320 = add nsw i64 %319, 1
  store i64 %320, ptr %318, align 8
  %321 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %322 = getelementptr inbounds %struct.Counts, ptr %321, i64 0, i32 10
  %323 = load i64, ptr %322, align 8
  %324 = add nsw i64 %323, 1
  store i64 %324, ptr %322, align 8
  %325 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 8), align 8
  %326 = add nsw i64 %325, 1
  store i64 %326, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 8), align 8
  tail call fastcc void @reset(ptr noundef nonnull %0, i64 noundef %326)
  br label %327
327:                                              ; preds = %302, %267
  %328 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 45), align 8
  br label %329
329:                                              ; preds = %327, %216
  %330 = phi ptr [ %328, %327 ], [ %8, %216 ]
  %331 = load i64, ptr %7, align 8
  %332 = add nsw i64 %331, -1
  store i64 %332, ptr %7, align 8
  %333 = icmp eq i64 %332, 0
  br i1 %333, label %334, label %335
334:                                              ; preds = %329
  tail call void @_Py_Dealloc(ptr noundef nonnull %7)
  br label %335
335:                                              ; preds = %329, %334
  tail call void @PyMem_RawFree(ptr noundef nonnull %184)
  %336 = icmp slt i32 %221, 0
  br i1 %336, label %341, label %337
337:                                              ; preds = %335
  %338 = tail call ptr @PyErr_Occurred()
  %339 = icmp eq ptr %338, null
  br i1 %339, label %340, label %341
340:                                              ; preds = %337
  tail call void @Py_IncRef(ptr noundef %330)
  br label %341
341:                                              ; preds = %197, %335, %337, %340, %172, %175
  %342 = phi ptr [ %8, %175 ], [ null, %172 ], [ %198, %197 ], [ %330, %340 ], [ null, %337 ], [ null, %335 ]
  ret ptr %342
}
declare ptr @PyErr_Occurred() local_unnamed_addr
define internal fastcc noundef i32 @run(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, ptr nocapture noundef %3) unnamed_addr {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 1
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds %struct.List, ptr %10, i64 0, i32 1
  %12 = load i64, ptr %11, align 8
  %13 = icmp sgt i64 %12, 0
  br i1 %13, label %14, label %28
14:                                               ; preds = %4
  %15 = getelementptr inbounds %struct.List, ptr %10, i64 0, i32 2
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr ptr, ptr %16, i64 -1
  %18 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 2
  %19 = load ptr, ptr %18, align 8
  br label %20
20:                                               ; preds = %14, %25
  %21 = phi i64 [ %12, %14 ], [ %26, %25 ]
  %22 = getelementptr ptr, ptr %17, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = icmp eq ptr %23, %19
  br i1 %24, label %33, label %25
25:                                               ; preds = %20
  %26 = add nsw i64 %21, -1
  %27 = icmp sgt i64 %21, 1
  br i1 %27, label %20, label %258
28:                                               ; preds = %4
  %29 = icmp eq i64 %12, 0
  br i1 %29, label %258, label %30
30:                                               ; preds = %28
  %31 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 2
  %32 = load ptr, ptr %31, align 8
  br label %33
33:                                               ; preds = %20, %30
  %34 = phi ptr [ %32, %30 ], [ %19, %20 ]
  %35 = phi i64 [ %12, %30 ], [ %21, %20 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5)
  store ptr %34, ptr %5, align 8
  %36 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 3
  %37 = load ptr, ptr %36, align 8
  %38 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 4
  %39 = load ptr, ptr %38, align 8
  tail call void @Py_IncRef(ptr noundef %34)
  tail call void @Py_IncRef(ptr noundef %10)
  tail call void @Py_IncRef(ptr noundef %37)
  tail call void @Py_IncRef(ptr noundef %39)
  %40 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 13
  %41 = load i64, ptr %40, align 8
  %42 = icmp sgt i64 %41, 0
  br i1 %42, label %47, label %43
43:                                               ; preds = %47, %33
  %44 = add nsw i64 %35, -1
  %45 = tail call i32 @PyList_SetSlice(ptr noundef %10, i64 noundef %44, i64 noundef %35, ptr noundef null)
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %53, label %255
47:                                               ; preds = %33, %47
  %48 = phi i64 [ %50, %47 ], [ 0, %33 ]
  %49 = getelementptr inbounds ptr, ptr %3, i64 %48
  store ptr null, ptr %49, align 8
  %50 = add nuw nsw i64 %48, 1
  %51 = load i64, ptr %40, align 8
  %52 = icmp slt i64 %50, %51
  br i1 %52, label %47, label %43
53:                                               ; preds = %43
  %54 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 10
  %55 = load i64, ptr %54, align 8
  %56 = icmp eq i64 %55, %2
  br i1 %56, label %57, label %225
57:                                               ; preds = %53
  %58 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 9
  %59 = load i64, ptr %58, align 8
  %60 = icmp sgt i64 %59, 0
  br i1 %60, label %61, label %65
61:                                               ; preds = %57
  %62 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 8
  %63 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 11
  %64 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 6
  br label %72
65:                                               ; preds = %102, %57
  %66 = load i64, ptr %40, align 8
  %67 = icmp slt i64 %66, 1
  br i1 %67, label %202, label %68
68:                                               ; preds = %65
  %69 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 12
  %70 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 8
  %71 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 6
  br label %110
72:                                               ; preds = %102, %61
  %73 = phi i64 [ 0, %61 ], [ %107, %102 ]
  %74 = load ptr, ptr %62, align 8
  %75 = getelementptr inbounds %struct.Input, ptr %74, i64 %73
  %76 = load i64, ptr %75, align 8
  %77 = icmp slt i64 %76, %2
  br i1 %77, label %78, label %80
78:                                               ; preds = %72
  %79 = getelementptr inbounds ptr, ptr %1, i64 %76
  br label %84
80:                                               ; preds = %72
  %81 = load ptr, ptr %63, align 8
  %82 = sub nsw i64 %76, %2
  %83 = getelementptr inbounds %struct.Tuple, ptr %81, i64 0, i32 2, i64 %82
  br label %84
84:                                               ; preds = %80, %78
  %85 = phi ptr [ %79, %78 ], [ %83, %80 ]
  %86 = load ptr, ptr %85, align 8
  %87 = getelementptr inbounds %struct.Object, ptr %86, i64 0, i32 1
  %88 = load ptr, ptr %87, align 8
  %89 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 9), align 8
  %90 = icmp eq ptr %88, %89
  br i1 %90, label %91, label %96
91:                                               ; preds = %84
  %92 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %93 = getelementptr inbounds i8, ptr %86, i64 %92
  %94 = load ptr, ptr %93, align 8
  %95 = tail call i64 @PyLong_AsSsize_t(ptr noundef %94)
  br label %102
96:                                               ; preds = %84
  %97 = tail call fastcc i32 @store(ptr noundef nonnull %75, ptr noundef nonnull %86)
  %98 = icmp eq i32 %97, 0
  br i1 %98, label %225, label %99
99:                                               ; preds = %96
  %100 = getelementptr inbounds %struct.Input, ptr %74, i64 %73, i32 2
  %101 = load i64, ptr %100, align 8
  br label %102
102:                                              ; preds = %99, %91
  %103 = phi i64 [ %101, %99 ], [ %95, %91 ]
  %104 = load ptr, ptr %64, align 8
  %105 = getelementptr i64, ptr %104, i64 %73
  %106 = getelementptr i64, ptr %105, i64 1
  store i64 %103, ptr %106, align 8
  %107 = add nuw nsw i64 %73, 1
  %108 = load i64, ptr %58, align 8
  %109 = icmp slt i64 %107, %108
  br i1 %109, label %72, label %65
110:                                              ; preds = %198, %68
  %111 = phi i64 [ 0, %68 ], [ %199, %198 ]
  %112 = load ptr, ptr %69, align 8
  %113 = getelementptr inbounds %struct.Output, ptr %112, i64 %111
  %114 = load i64, ptr %113, align 8
  %115 = icmp slt i64 %114, 0
  br i1 %115, label %116, label %184
116:                                              ; preds = %110
  %117 = getelementptr inbounds %struct.Output, ptr %112, i64 %111, i32 2
  %118 = load i64, ptr %117, align 8
  %119 = icmp sgt i64 %118, 0
  br i1 %119, label %120, label %146
120:                                              ; preds = %116
  %121 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %122 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 7), align 8
  br label %124
123:                                              ; preds = %137
  br i1 %141, label %146, label %143
124:                                              ; preds = %137, %120
  %125 = phi i64 [ 0, %120 ], [ %139, %137 ]
  %126 = getelementptr inbounds %struct.Output, ptr %112, i64 %111, i32 3, i64 %125
  %127 = load ptr, ptr %126, align 8
  %128 = icmp eq ptr %127, null
  br i1 %128, label %137, label %129
129:                                              ; preds = %124
  %130 = load i64, ptr %127, align 8
  %131 = icmp eq i64 %130, 1
  br i1 %131, label %132, label %137
132:                                              ; preds = %129
  %133 = getelementptr inbounds i8, ptr %127, i64 %121
  %134 = load ptr, ptr %133, align 8
  %135 = icmp eq ptr %134, %122
  %136 = select i1 %135, ptr %127, ptr null
  br label %137
137:                                              ; preds = %132, %129, %124
  %138 = phi ptr [ null, %129 ], [ null, %124 ], [ %136, %132 ]
  %139 = add nuw nsw i64 %125, 1
  %140 = icmp slt i64 %139, %118
  %141 = icmp eq ptr %138, null
  %142 = select i1 %140, i1 %141, i1 false
  br i1 %142, label %124, label %123
143:                                              ; preds = %123
  %144 = load i64, ptr %138, align 8
  %145 = add nsw i64 %144, 1
  store i64 %145, ptr %138, align 8
  br label %172
146:                                              ; preds = %123, %116
  %147 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 18), align 8
  %148 = getelementptr inbounds %struct.Output, ptr %112, i64 %111, i32 1
  %149 = load ptr, ptr %148, align 8
  %150 = getelementptr inbounds %struct.Tuple, ptr %149, i64 0, i32 2
  %151 = tail call ptr @PyObject_Vectorcall(ptr noundef %147, ptr noundef nonnull %150, i64 noundef 2, ptr noundef null)
  %152 = icmp eq ptr %151, null
  br i1 %152, label %170, label %153
153:                                              ; preds = %146
  %154 = load i64, ptr %117, align 8
  %155 = icmp eq i64 %154, 0
  br i1 %155, label %172, label %156
156:                                              ; preds = %153
  %157 = getelementptr inbounds %struct.Output, ptr %112, i64 %111, i32 3
  %158 = add nsw i64 %154, -1
  %159 = getelementptr inbounds %struct.Output, ptr %112, i64 %111, i32 3, i64 %158
  %160 = load ptr, ptr %159, align 8
  %161 = icmp sgt i64 %154, 1
  br i1 %161, label %162, label %165
162:                                              ; preds = %156
  %163 = load ptr, ptr %157, align 8
  %164 = getelementptr inbounds %struct.Output, ptr %112, i64 %111, i32 3, i64 1
  store ptr %163, ptr %164, align 8
  br label %165
165:                                              ; preds = %162, %156
  store ptr %151, ptr %157, align 8
  %166 = load i64, ptr %151, align 8
  %167 = add nsw i64 %166, 1
  store i64 %167, ptr %151, align 8
  %168 = icmp eq ptr %160, null
  br i1 %168, label %172, label %169
169:                                              ; preds = %165
  tail call void @Py_DecRef(ptr noundef nonnull %160)
  br label %172
170:                                              ; preds = %146
  %171 = getelementptr inbounds ptr, ptr %3, i64 %111
  store ptr null, ptr %171, align 8
  br label %225
172:                                              ; preds = %169, %165, %153, %143
  %173 = phi ptr [ %151, %169 ], [ %151, %165 ], [ %151, %153 ], [ %138, %143 ]
  %174 = getelementptr inbounds ptr, ptr %3, i64 %111
  store ptr %173, ptr %174, align 8
  %175 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %176 = getelementptr inbounds i8, ptr %173, i64 %175
  %177 = load ptr, ptr %176, align 8
  %178 = tail call i64 @PyLong_AsSsize_t(ptr noundef %177)
  %179 = load ptr, ptr %71, align 8
  %180 = load i64, ptr %58, align 8
  %181 = getelementptr i64, ptr %179, i64 %180
  %182 = getelementptr i64, ptr %181, i64 1
  %183 = getelementptr i64, ptr %182, i64 %111
  store i64 %178, ptr %183, align 8
  br label %198
184:                                              ; preds = %110
  %185 = load ptr, ptr %70, align 8
  %186 = getelementptr inbounds %struct.Input, ptr %185, i64 %114
  %187 = load i64, ptr %186, align 8
  %188 = icmp slt i64 %187, %2
  br i1 %188, label %189, label %225
189:                                              ; preds = %184
  %190 = getelementptr inbounds ptr, ptr %1, i64 %187
  %191 = load ptr, ptr %190, align 8
  %192 = getelementptr inbounds %struct.Object, ptr %191, i64 0, i32 1
  %193 = load ptr, ptr %192, align 8
  %194 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 9), align 8
  %195 = icmp eq ptr %193, %194
  br i1 %195, label %196, label %225
196:                                              ; preds = %189
  %197 = getelementptr inbounds ptr, ptr %3, i64 %111
  store ptr %191, ptr %197, align 8
  br label %198
198:                                              ; preds = %196, %172
  %199 = add nuw nsw i64 %111, 1
  %200 = load i64, ptr %40, align 8
  %201 = icmp slt i64 %199, %200
  br i1 %201, label %110, label %202
202:                                              ; preds = %198, %65
  %203 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 6
  %204 = load ptr, ptr %203, align 8
  %205 = load i64, ptr %204, align 8
  %206 = inttoptr i64 %205 to ptr
  %207 = getelementptr inbounds i64, ptr %206, i64 7
  %208 = load i64, ptr %207, align 8
  %209 = tail call ptr @PyObject_Vectorcall(ptr noundef %37, ptr noundef null, i64 noundef 0, ptr noundef null)
  %210 = load i64, ptr %207, align 8
  %211 = icmp eq i64 %210, %208
  %212 = icmp eq ptr %209, null
  br i1 %211, label %213, label %219
213:                                              ; preds = %202
  br i1 %212, label %225, label %214
214:                                              ; preds = %213
  %215 = call ptr @PyObject_Vectorcall(ptr noundef %39, ptr noundef nonnull %5, i64 noundef 1, ptr noundef null)
  %216 = icmp eq ptr %215, null
  br i1 %216, label %218, label %217
217:                                              ; preds = %214
  call void @Py_DecRef(ptr noundef nonnull %215)
  br label %218
218:                                              ; preds = %214, %217
  call void @Py_DecRef(ptr noundef nonnull %209)
  br label %225
219:                                              ; preds = %202
  %220 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 7
  %221 = load ptr, ptr %220, align 8
  %222 = load i64, ptr %221, align 8
  %223 = add nsw i64 %222, 1
  store i64 %223, ptr %221, align 8
  br i1 %212, label %247, label %224
224:                                              ; preds = %219
  tail call void @Py_DecRef(ptr noundef nonnull %209)
  br label %247
225:                                              ; preds = %96, %184, %189, %213, %170, %53, %218
  %226 = load i64, ptr %40, align 8
  %227 = icmp sgt i64 %226, 0
  br i1 %227, label %228, label %247
228:                                              ; preds = %225
  %229 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 12
  br label %230
230:                                              ; preds = %243, %228
  %231 = phi i64 [ %226, %228 ], [ %244, %243 ]
  %232 = phi i64 [ 0, %228 ], [ %245, %243 ]
  %233 = load ptr, ptr %229, align 8
  %234 = getelementptr inbounds %struct.Output, ptr %233, i64 %232
  %235 = load i64, ptr %234, align 8
  %236 = icmp slt i64 %235, 0
  br i1 %236, label %237, label %243
237:                                              ; preds = %230
  %238 = getelementptr inbounds ptr, ptr %3, i64 %232
  %239 = load ptr, ptr %238, align 8
  %240 = icmp eq ptr %239, null
  br i1 %240, label %243, label %241
241:                                              ; preds = %237
  call void @Py_DecRef(ptr noundef nonnull %239)
  %242 = load i64, ptr %40, align 8
  br label %243
243:                                              ; preds = %241, %237, %230
  %244 = phi i64 [ %242, %241 ], [ %231, %237 ], [ %231, %230 ]
  %245 = add nuw nsw i64 %232, 1
  %246 = icmp slt i64 %245, %244
  br i1 %246, label %230, label %247
247:                                              ; preds = %243, %219, %225, %224
  %248 = phi i32 [ 1, %224 ], [ 0, %225 ], [ -1, %219 ], [ 0, %243 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6)
  store ptr null, ptr %6, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7)
  store ptr null, ptr %7, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8)
  store ptr null, ptr %8, align 8
  call void @PyErr_Fetch(ptr noundef nonnull %6, ptr noundef nonnull %7, ptr noundef nonnull %8)
  %249 = load ptr, ptr %5, align 8
  %250 = call i32 @PyList_Append(ptr noundef %10, ptr noundef %249)
  %251 = load ptr, ptr %6, align 8
  %252 = load ptr, ptr %7, align 8
  %253 = load ptr, ptr %8, align 8
  call void @PyErr_Restore(ptr noundef %251, ptr noundef %252, ptr noundef %253)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6)
  %254 = load ptr, ptr %5, align 8
  br label %255
255:                                              ; preds = %247, %43
  %256 = phi ptr [ %254, %247 ], [ %34, %43 ]
  %257 = phi i32 [ %248, %247 ], [ 0, %43 ]
  call void @Py_DecRef(ptr noundef %256)
  call void @Py_DecRef(ptr noundef %10)
  call void @Py_DecRef(ptr noundef %37)
  call void @Py_DecRef(ptr noundef %39)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  br label %258
258:                                              ; preds = %25, %28, %255
  %259 = phi i32 [ %257, %255 ], [ 0, %28 ], [ 0, %25 ]
  ret i32 %259
}
define internal fastcc void @let_go(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) unnamed_addr {
  %3 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 13
  %4 = load i64, ptr %3, align 8
  %5 = icmp sgt i64 %4, 0
  br i1 %5, label %6, label %8
6:                                                ; preds = %2
  %7 = getelementptr inbounds %struct.Launch, ptr %0, i64 0, i32 12
  br label %9
8:                                                ; preds = %22, %2
  ret void
9:                                                ; preds = %6, %22
  %10 = phi i64 [ %4, %6 ], [ %23, %22 ]
  %11 = phi i64 [ 0, %6 ], [ %24, %22 ]
  %12 = load ptr, ptr %7, align 8
  %13 = getelementptr inbounds %struct.Output, ptr %12, i64 %11
  %14 = load i64, ptr %13, align 8
  %15 = icmp slt i64 %14, 0
  br i1 %15, label %16, label %22
16:                                               ; preds = %9
  %17 = getelementptr inbounds ptr, ptr %1, i64 %11
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %22, label %20
20:                                               ; preds = %16
  tail call void @Py_DecRef(ptr noundef nonnull %18)
  %21 = load i64, ptr %3, align 8
  br label %22
22:                                               ; preds = %20, %16, %9
  %23 = phi i64 [ %21, %20 ], [ %10, %16 ], [ %10, %9 ]
  %24 = add nuw nsw i64 %11, 1
  %25 = icmp slt i64 %24, %23
  br i1 %25, label %9, label %8
}
define ptr @caller_call(ptr noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr {
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = getelementptr inbounds %struct.Caller, ptr %0, i64 0, i32 1
  %7 = load ptr, ptr %6, align 8
  %8 = tail call ptr @PyThreadState_Get()
  %9 = tail call i64 @PyThreadState_GetID(ptr noundef %8)
  %10 = add nsw i64 %9, 1
  %11 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %17, label %13
13:                                               ; preds = %3
  %14 = getelementptr inbounds %struct.Segment, ptr %11, i64 0, i32 13
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, %10
  br i1 %16, label %30, label %17
17:                                               ; preds = %13, %3
  %18 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %438, label %20
20:                                               ; preds = %17, %26
  %21 = phi ptr [ %28, %26 ], [ %18, %17 ]
  %22 = getelementptr inbounds %struct.Segment, ptr %21, i64 0, i32 13
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, %10
  br i1 %24, label %25, label %26
25:                                               ; preds = %20
  store ptr %21, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %30
26:                                               ; preds = %20
  %27 = getelementptr inbounds %struct.Segment, ptr %21, i64 0, i32 12
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  br i1 %29, label %438, label %20
30:                                               ; preds = %13, %25
  %31 = phi ptr [ %21, %25 ], [ %11, %13 ]
  %32 = icmp eq ptr %7, null
  %33 = icmp eq ptr %7, @_Py_NoneStruct
  %34 = or i1 %32, %33
  br i1 %34, label %438, label %35
35:                                               ; preds = %30
  %36 = getelementptr inbounds %struct.Segment, ptr %31, i64 0, i32 3
  %37 = load i64, ptr %36, align 8
  %38 = getelementptr inbounds %struct.Segment, ptr %31, i64 0, i32 5
  %39 = load i64, ptr %38, align 8
  %40 = or i64 %39, %37
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %42, label %438
42:                                               ; preds = %35
  %43 = getelementptr inbounds %struct.Segment, ptr %31, i64 0, i32 7
  %44 = load ptr, ptr %43, align 8
  %45 = getelementptr inbounds %struct.Segment, ptr %31, i64 0, i32 8
  %46 = load ptr, ptr %45, align 8
  %47 = icmp eq ptr %44, %46
  br i1 %47, label %48, label %438
48:                                               ; preds = %42
  %49 = getelementptr inbounds %struct.Segment, ptr %31, i64 0, i32 2
  %50 = load i64, ptr %49, align 8
  %51 = icmp eq i64 %50, 0
  br i1 %51, label %52, label %438
52:                                               ; preds = %48
  %53 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 1
  %54 = load ptr, ptr %53, align 8
  %55 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 16
  %56 = load i64, ptr %55, align 8
  %57 = icmp eq i64 %56, 0
  %58 = icmp ne ptr %54, null
  %59 = select i1 %57, i1 %58, i1 false
  br i1 %59, label %60, label %435
60:                                               ; preds = %52
  %61 = getelementptr inbounds %struct.Launch, ptr %54, i64 0, i32 2
  %62 = load ptr, ptr %61, align 8
  %63 = icmp eq ptr %62, null
  br i1 %63, label %435, label %64
64:                                               ; preds = %60
  %65 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 16), align 8
  %66 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 17), align 8
  %67 = tail call ptr @PyObject_GetAttr(ptr noundef %65, ptr noundef %66)
  %68 = icmp eq ptr %67, null
  br i1 %68, label %435, label %69
69:                                               ; preds = %64
  tail call void @Py_DecRef(ptr noundef nonnull %67)
  %70 = getelementptr inbounds %struct.Launch, ptr %54, i64 0, i32 5
  %71 = load ptr, ptr %70, align 8
  %72 = icmp eq ptr %67, %71
  br i1 %72, label %73, label %435
73:                                               ; preds = %69
  %74 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 15
  %75 = load ptr, ptr %74, align 8
  %76 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 5
  %77 = load ptr, ptr %76, align 8
  %78 = getelementptr inbounds %struct.Tuple, ptr %77, i64 0, i32 1
  %79 = load i64, ptr %78, align 8
  %80 = getelementptr inbounds ptr, ptr %75, i64 %79
  %81 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 4
  %82 = load ptr, ptr %81, align 8
  %83 = getelementptr inbounds %struct.Tuple, ptr %82, i64 0, i32 1
  %84 = load i64, ptr %83, align 8
  %85 = getelementptr inbounds ptr, ptr %80, i64 %84
  %86 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 7
  %87 = load i64, ptr %86, align 8
  %88 = getelementptr inbounds ptr, ptr %85, i64 %87
  %89 = getelementptr inbounds %struct.Launch, ptr %54, i64 0, i32 13
  %90 = load i64, ptr %89, align 8
  %91 = getelementptr inbounds ptr, ptr %88, i64 %90
  store i64 1, ptr %55, align 8
  %92 = load i64, ptr %7, align 8
  %93 = add nsw i64 %92, 1
  store i64 %93, ptr %7, align 8
  %94 = load i64, ptr %83, align 8
  %95 = icmp sgt i64 %94, 0
  br i1 %95, label %96, label %131
96:                                               ; preds = %73, %125
  %97 = phi ptr [ %127, %125 ], [ %82, %73 ]
  %98 = phi i64 [ %126, %125 ], [ 0, %73 ]
  %99 = getelementptr inbounds %struct.Tuple, ptr %97, i64 0, i32 2, i64 %98
  %100 = load ptr, ptr %99, align 8
  %101 = getelementptr inbounds %struct.Tuple, ptr %100, i64 0, i32 2
  %102 = load ptr, ptr %101, align 8
  %103 = getelementptr inbounds %struct.Tuple, ptr %100, i64 1, i32 0, i32 1
  %104 = load ptr, ptr %103, align 8
  %105 = getelementptr inbounds %struct.Object, ptr %102, i64 0, i32 1
  %106 = load ptr, ptr %105, align 8
  %107 = icmp eq ptr %106, @PyDict_Type
  br i1 %107, label %108, label %115
108:                                              ; preds = %96
  %109 = tail call ptr @PyDict_GetItemWithError(ptr noundef nonnull %102, ptr noundef %104)
  %110 = icmp eq ptr %109, null
  br i1 %110, label %111, label %113
111:                                              ; preds = %108
  %112 = getelementptr inbounds ptr, ptr %80, i64 %98
  store ptr null, ptr %112, align 8
  br label %131
113:                                              ; preds = %108
  tail call void @Py_IncRef(ptr noundef nonnull %109)
  %114 = getelementptr inbounds ptr, ptr %80, i64 %98
  store ptr %109, ptr %114, align 8
  br label %125
115:                                              ; preds = %96
  %116 = icmp eq ptr %106, @PyCell_Type
  br i1 %116, label %117, label %119
117:                                              ; preds = %115
  %118 = tail call ptr @PyCell_Get(ptr noundef nonnull %102)
  br label %121
119:                                              ; preds = %115
  %120 = tail call ptr @PyObject_GetAttr(ptr noundef nonnull %102, ptr noundef %104)
  br label %121
121:                                              ; preds = %119, %117
  %122 = phi ptr [ %118, %117 ], [ %120, %119 ]
  %123 = getelementptr inbounds ptr, ptr %80, i64 %98
  store ptr %122, ptr %123, align 8
  %124 = icmp eq ptr %122, null
  br i1 %124, label %131, label %125
125:                                              ; preds = %121, %113
  %126 = add nuw nsw i64 %98, 1
  %127 = load ptr, ptr %81, align 8
  %128 = getelementptr inbounds %struct.Tuple, ptr %127, i64 0, i32 1
  %129 = load i64, ptr %128, align 8
  %130 = icmp slt i64 %126, %129
  br i1 %130, label %96, label %131
131:                                              ; preds = %125, %121, %111, %73
  %132 = phi i64 [ %98, %111 ], [ 0, %73 ], [ %98, %121 ], [ %126, %125 ]
  %133 = load ptr, ptr %81, align 8
  %134 = getelementptr inbounds %struct.Tuple, ptr %133, i64 0, i32 1
  %135 = load i64, ptr %134, align 8
  %136 = icmp eq i64 %132, %135
  br i1 %136, label %137, label %204
137:                                              ; preds = %131
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5)
  store i64 0, ptr %5, align 8
  %138 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 2), align 8
  %139 = add nsw i64 %138, 1
  store i64 %139, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 2), align 8
  %140 = and i64 %139, 2147483647
  %141 = icmp eq ptr %2, null
  br i1 %141, label %149, label %142
142:                                              ; preds = %137
  %143 = tail call i64 @PyDict_Size(ptr noundef nonnull %2)
  %144 = icmp ne i64 %143, 0
  %145 = zext i1 %144 to i64
  %146 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 3
  %147 = load i64, ptr %146, align 8
  %148 = icmp eq i64 %147, %145
  br i1 %148, label %156, label %197
149:                                              ; preds = %137
  %150 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 3
  %151 = load i64, ptr %150, align 8
  %152 = icmp eq i64 %151, 0
  br i1 %152, label %153, label %197
153:                                              ; preds = %149
  %154 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 2
  %155 = load ptr, ptr %154, align 8
  br label %171
156:                                              ; preds = %142
  %157 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 2
  %158 = load ptr, ptr %157, align 8
  br i1 %144, label %159, label %171
159:                                              ; preds = %156
  %160 = getelementptr inbounds %struct.Tuple, ptr %158, i64 1, i32 1
  %161 = load ptr, ptr %160, align 8
  %162 = getelementptr inbounds %struct.Tuple, ptr %161, i64 0, i32 2
  %163 = load ptr, ptr %162, align 8
  %164 = call fastcc i32 @walk(ptr noundef nonnull %7, ptr noundef %1, ptr noundef %163, ptr noundef nonnull %5, i64 noundef %140)
  %165 = icmp eq i32 %164, 0
  br i1 %165, label %197, label %166
166:                                              ; preds = %159
  %167 = getelementptr inbounds %struct.Tuple, ptr %161, i64 1, i32 0, i32 1
  %168 = load ptr, ptr %167, align 8
  %169 = call fastcc i32 @walk(ptr noundef nonnull %7, ptr noundef nonnull %2, ptr noundef %168, ptr noundef nonnull %5, i64 noundef %140)
  %170 = icmp eq i32 %169, 0
  br i1 %170, label %197, label %175
171:                                              ; preds = %156, %153
  %172 = phi ptr [ %155, %153 ], [ %158, %156 ]
  %173 = call fastcc i32 @walk(ptr noundef nonnull %7, ptr noundef %1, ptr noundef %172, ptr noundef nonnull %5, i64 noundef %140)
  %174 = icmp eq i32 %173, 0
  br i1 %174, label %197, label %175
175:                                              ; preds = %171, %166
  %176 = load ptr, ptr %81, align 8
  %177 = getelementptr inbounds %struct.Tuple, ptr %176, i64 0, i32 1
  %178 = load i64, ptr %177, align 8
  %179 = icmp sgt i64 %178, 0
  br i1 %179, label %186, label %198
180:                                              ; preds = %186
  %181 = add nuw nsw i64 %188, 1
  %182 = load ptr, ptr %81, align 8
  %183 = getelementptr inbounds %struct.Tuple, ptr %182, i64 0, i32 1
  %184 = load i64, ptr %183, align 8
  %185 = icmp slt i64 %181, %184
  br i1 %185, label %186, label %198
186:                                              ; preds = %175, %180
  %187 = phi ptr [ %182, %180 ], [ %176, %175 ]
  %188 = phi i64 [ %181, %180 ], [ 0, %175 ]
  %189 = getelementptr inbounds ptr, ptr %80, i64 %188
  %190 = load ptr, ptr %189, align 8
  %191 = getelementptr inbounds %struct.Tuple, ptr %187, i64 0, i32 2, i64 %188
  %192 = load ptr, ptr %191, align 8
  %193 = getelementptr inbounds %struct.Tuple, ptr %192, i64 1, i32 1
  %194 = load ptr, ptr %193, align 8
  %195 = call fastcc i32 @walk(ptr noundef nonnull %7, ptr noundef %190, ptr noundef %194, ptr noundef nonnull %5, i64 noundef %140)
  %196 = icmp eq i32 %195, 0
  br i1 %196, label %197, label %180
197:                                              ; preds = %186, %171, %166, %159, %149, %142
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  br label %204
198:                                              ; preds = %180, %175
  %199 = load i64, ptr %5, align 8
  %200 = load ptr, ptr %76, align 8
  %201 = getelementptr inbounds %struct.Tuple, ptr %200, i64 0, i32 1
  %202 = load i64, ptr %201, align 8
  %203 = icmp eq i64 %199, %202
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  br i1 %203, label %208, label %204
204:                                              ; preds = %198, %197, %131
  %205 = call ptr @PyErr_Occurred()
  %206 = icmp eq ptr %205, null
  br i1 %206, label %416, label %207
207:                                              ; preds = %204
  call void @PyErr_Clear()
  br label %416
208:                                              ; preds = %198
  %209 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 6
  %210 = load i64, ptr %86, align 8
  %211 = icmp sgt i64 %210, 0
  br i1 %211, label %218, label %212
212:                                              ; preds = %218, %208
  %213 = phi i64 [ %210, %208 ], [ %230, %218 ]
  %214 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 9
  %215 = load i64, ptr %214, align 8
  %216 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 8
  %217 = call i64 @llvm.smax.i64(i64 %215, i64 0)
  br label %232
218:                                              ; preds = %208, %218
  %219 = phi i64 [ %229, %218 ], [ 0, %208 ]
  %220 = load ptr, ptr %74, align 8
  %221 = load ptr, ptr %209, align 8
  %222 = getelementptr inbounds i64, ptr %221, i64 %219
  %223 = load i64, ptr %222, align 8
  %224 = getelementptr inbounds ptr, ptr %220, i64 %223
  %225 = load ptr, ptr %224, align 8
  %226 = getelementptr inbounds %struct.Handle, ptr %225, i64 0, i32 4
  %227 = load ptr, ptr %226, align 8
  %228 = getelementptr inbounds ptr, ptr %85, i64 %219
  store ptr %227, ptr %228, align 8
  %229 = add nuw nsw i64 %219, 1
  %230 = load i64, ptr %86, align 8
  %231 = icmp slt i64 %229, %230
  br i1 %231, label %218, label %212
232:                                              ; preds = %237, %212
  %233 = phi i64 [ 0, %212 ], [ %245, %237 ]
  %234 = icmp eq i64 %233, %217
  br i1 %234, label %235, label %237
235:                                              ; preds = %232
  %236 = icmp sgt i64 %213, 0
  br i1 %236, label %288, label %246
237:                                              ; preds = %232
  %238 = load ptr, ptr %216, align 8
  %239 = getelementptr inbounds i64, ptr %238, i64 %233
  %240 = load i64, ptr %239, align 8
  %241 = getelementptr inbounds ptr, ptr %85, i64 %240
  %242 = load ptr, ptr %241, align 8
  %243 = load i64, ptr %242, align 8
  %244 = icmp eq i64 %243, 1
  %245 = add nuw i64 %233, 1
  br i1 %244, label %232, label %416
246:                                              ; preds = %288, %235
  %247 = phi i64 [ %213, %235 ], [ %295, %288 ]
  %248 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 13
  %249 = load i64, ptr %248, align 8
  %250 = icmp sgt i64 %249, 0
  br i1 %250, label %251, label %283
251:                                              ; preds = %246
  %252 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 12
  %253 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 14
  br label %254
254:                                              ; preds = %277, %251
  %255 = phi i64 [ 0, %251 ], [ %278, %277 ]
  %256 = load ptr, ptr %252, align 8
  %257 = getelementptr inbounds i64, ptr %256, i64 %255
  %258 = load i64, ptr %257, align 8
  %259 = icmp sgt i64 %258, -1
  br i1 %259, label %260, label %262
260:                                              ; preds = %254
  %261 = getelementptr inbounds ptr, ptr %91, i64 %255
  store ptr null, ptr %261, align 8
  br label %277
262:                                              ; preds = %254
  %263 = icmp eq i64 %258, -1
  br i1 %263, label %264, label %267
264:                                              ; preds = %262
  %265 = load ptr, ptr %253, align 8
  %266 = getelementptr inbounds %struct.Tuple, ptr %265, i64 0, i32 2, i64 %255
  br label %271
267:                                              ; preds = %262
  %268 = load ptr, ptr %74, align 8
  %269 = sub nuw nsw i64 -2, %258
  %270 = getelementptr inbounds ptr, ptr %268, i64 %269
  br label %271
271:                                              ; preds = %267, %264
  %272 = phi ptr [ %266, %264 ], [ %270, %267 ]
  %273 = load ptr, ptr %272, align 8
  %274 = getelementptr inbounds ptr, ptr %91, i64 %255
  store ptr %273, ptr %274, align 8
  %275 = icmp eq ptr %273, null
  br i1 %275, label %277, label %276
276:                                              ; preds = %271
  call void @Py_IncRef(ptr noundef nonnull %273)
  br label %277
277:                                              ; preds = %276, %271, %260
  %278 = add nuw nsw i64 %255, 1
  %279 = load i64, ptr %248, align 8
  %280 = icmp slt i64 %278, %279
  br i1 %280, label %254, label %281
281:                                              ; preds = %277
  %282 = load i64, ptr %86, align 8
  br label %283
283:                                              ; preds = %281, %246
  %284 = phi i64 [ %282, %281 ], [ %247, %246 ]
  %285 = call fastcc i32 @run(ptr noundef nonnull %54, ptr noundef %85, i64 noundef %284, ptr noundef %88)
  %286 = load i64, ptr %86, align 8
  %287 = icmp sgt i64 %286, 0
  br i1 %287, label %299, label %297
288:                                              ; preds = %235, %288
  %289 = phi i64 [ %294, %288 ], [ 0, %235 ]
  %290 = getelementptr inbounds ptr, ptr %85, i64 %289
  %291 = load ptr, ptr %290, align 8
  %292 = load i64, ptr %291, align 8
  %293 = add nsw i64 %292, 1
  store i64 %293, ptr %291, align 8
  %294 = add nuw nsw i64 %289, 1
  %295 = load i64, ptr %86, align 8
  %296 = icmp slt i64 %294, %295
  br i1 %296, label %288, label %246
297:                                              ; preds = %307, %283
  %298 = icmp eq i32 %285, 0
  br i1 %298, label %400, label %311
299:                                              ; preds = %283, %307
  %300 = phi i64 [ %308, %307 ], [ 0, %283 ]
  %301 = getelementptr inbounds ptr, ptr %85, i64 %300
  %302 = load ptr, ptr %301, align 8
  %303 = load i64, ptr %302, align 8
  %304 = add nsw i64 %303, -1
  store i64 %304, ptr %302, align 8
  %305 = icmp eq i64 %304, 0
  br i1 %305, label %306, label %307
306:                                              ; preds = %299
  call void @_Py_Dealloc(ptr noundef nonnull %302)
  br label %307
307:                                              ; preds = %306, %299
  %308 = add nuw nsw i64 %300, 1
  %309 = load i64, ptr %86, align 8
  %310 = icmp slt i64 %308, %309
  br i1 %310, label %299, label %297
311:                                              ; preds = %297
  %312 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %313 = getelementptr inbounds %struct.Counts, ptr %312, i64 0, i32 10
  %314 = load i64, ptr %313, align 8
  %315 = add nsw i64 %314, 1
  store i64 %315, ptr %313, align 8
  %316 = icmp sgt i32 %285, 0
  br i1 %316, label %317, label %377
317:                                              ; preds = %311
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4)
  store i64 0, ptr %4, align 8
  %318 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 12
  %319 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 10
  br label %320
320:                                              ; preds = %367, %317
  %321 = phi i64 [ 0, %317 ], [ %369, %367 ]
  %322 = load i64, ptr %248, align 8
  %323 = icmp slt i64 %321, %322
  br i1 %323, label %324, label %371
324:                                              ; preds = %320
  %325 = load ptr, ptr %318, align 8
  %326 = getelementptr inbounds i64, ptr %325, i64 %321
  %327 = load i64, ptr %326, align 8
  %328 = icmp sgt i64 %327, -1
  br i1 %328, label %329, label %367
329:                                              ; preds = %324
  %330 = load ptr, ptr %319, align 8
  %331 = getelementptr inbounds %struct.Tuple, ptr %330, i64 0, i32 2, i64 %327
  %332 = load ptr, ptr %331, align 8
  %333 = getelementptr inbounds ptr, ptr %88, i64 %327
  %334 = load ptr, ptr %333, align 8
  %335 = getelementptr inbounds %struct.Tuple, ptr %332, i64 0, i32 2
  %336 = load ptr, ptr %335, align 8
  %337 = load ptr, ptr @core, align 8
  %338 = icmp eq ptr %337, null
  br i1 %338, label %351, label %339
339:                                              ; preds = %329
  %340 = getelementptr inbounds %struct.Type, ptr %336, i64 0, i32 5
  %341 = load ptr, ptr %340, align 8
  %342 = icmp eq ptr %341, @handle_dealloc
  br i1 %342, label %343, label %351
343:                                              ; preds = %339
  %344 = getelementptr inbounds %struct.Handle, ptr %337, i64 0, i32 1
  %345 = load ptr, ptr %344, align 8
  store ptr %345, ptr @core, align 8
  %346 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  %347 = add nsw i64 %346, -1
  store i64 %347, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  store i64 1, ptr %337, align 8
  %348 = getelementptr inbounds %struct.Object, ptr %337, i64 0, i32 1
  store ptr %336, ptr %348, align 8
  %349 = load i64, ptr %336, align 8
  %350 = add nsw i64 %349, 1
  store i64 %350, ptr %336, align 8
  br label %354
351:                                              ; preds = %339, %329
  %352 = call ptr @PyType_GenericAlloc(ptr noundef %336, i64 noundef 0)
  %353 = icmp eq ptr %352, null
  br i1 %353, label %362, label %354
354:                                              ; preds = %351, %343
  %355 = phi ptr [ %337, %343 ], [ %352, %351 ]
  %356 = getelementptr inbounds %struct.Handle, ptr %355, i64 0, i32 1
  store i64 -1, ptr %356, align 8
  %357 = getelementptr inbounds %struct.Handle, ptr %355, i64 0, i32 2
  store i64 -1, ptr %357, align 8
  %358 = getelementptr inbounds %struct.Tuple, ptr %332, i64 1, i32 0, i32 1
  %359 = load ptr, ptr %358, align 8
  %360 = getelementptr inbounds %struct.Handle, ptr %355, i64 0, i32 3
  store ptr %359, ptr %360, align 8
  call void @Py_IncRef(ptr noundef %359)
  call void @Py_IncRef(ptr noundef %334)
  %361 = getelementptr inbounds %struct.Handle, ptr %355, i64 0, i32 4
  store ptr %334, ptr %361, align 8
  br label %362
362:                                              ; preds = %354, %351
  %363 = phi ptr [ %355, %354 ], [ null, %351 ]
  %364 = getelementptr inbounds ptr, ptr %91, i64 %321
  store ptr %363, ptr %364, align 8
  %365 = icmp ne ptr %363, null
  %366 = zext i1 %365 to i64
  br label %367
367:                                              ; preds = %362, %324
  %368 = phi i64 [ %366, %362 ], [ 1, %324 ]
  %369 = add nuw nsw i64 %321, 1
  %370 = icmp eq i64 %368, 0
  br i1 %370, label %375, label %320
371:                                              ; preds = %320
  %372 = getelementptr inbounds %struct.Plan, ptr %7, i64 0, i32 11
  %373 = load ptr, ptr %372, align 8
  %374 = call fastcc ptr @build(ptr noundef %373, ptr noundef %91, ptr noundef nonnull %4)
  br label %375
375:                                              ; preds = %367, %371
  %376 = phi ptr [ %374, %371 ], [ null, %367 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4)
  br label %377
377:                                              ; preds = %375, %311
  %378 = phi ptr [ %376, %375 ], [ null, %311 ]
  %379 = load i64, ptr %89, align 8
  %380 = icmp sgt i64 %379, 0
  br i1 %380, label %381, label %400
381:                                              ; preds = %377
  %382 = getelementptr inbounds %struct.Launch, ptr %54, i64 0, i32 12
  br label %383
383:                                              ; preds = %396, %381
  %384 = phi i64 [ %379, %381 ], [ %397, %396 ]
  %385 = phi i64 [ 0, %381 ], [ %398, %396 ]
  %386 = load ptr, ptr %382, align 8
  %387 = getelementptr inbounds %struct.Output, ptr %386, i64 %385
  %388 = load i64, ptr %387, align 8
  %389 = icmp slt i64 %388, 0
  br i1 %389, label %390, label %396
390:                                              ; preds = %383
  %391 = getelementptr inbounds ptr, ptr %88, i64 %385
  %392 = load ptr, ptr %391, align 8
  %393 = icmp eq ptr %392, null
  br i1 %393, label %396, label %394
394:                                              ; preds = %390
  call void @Py_DecRef(ptr noundef nonnull %392)
  %395 = load i64, ptr %89, align 8
  br label %396
396:                                              ; preds = %394, %390, %383
  %397 = phi i64 [ %395, %394 ], [ %384, %390 ], [ %384, %383 ]
  %398 = add nuw nsw i64 %385, 1
  %399 = icmp slt i64 %398, %397
  br i1 %399, label %383, label %400
400:                                              ; preds = %396, %377, %297
  %401 = phi ptr [ null, %297 ], [ %378, %377 ], [ %378, %396 ]
  %402 = load i64, ptr %248, align 8
  %403 = icmp sgt i64 %402, 0
  br i1 %403, label %404, label %416
404:                                              ; preds = %400, %412
  %405 = phi i64 [ %413, %412 ], [ %402, %400 ]
  %406 = phi i64 [ %414, %412 ], [ 0, %400 ]
  %407 = getelementptr inbounds ptr, ptr %91, i64 %406
  %408 = load ptr, ptr %407, align 8
  %409 = icmp eq ptr %408, null
  br i1 %409, label %412, label %410
410:                                              ; preds = %404
  call void @Py_DecRef(ptr noundef nonnull %408)
  %411 = load i64, ptr %248, align 8
  br label %412
412:                                              ; preds = %410, %404
  %413 = phi i64 [ %405, %404 ], [ %411, %410 ]
  %414 = add nuw nsw i64 %406, 1
  %415 = icmp slt i64 %414, %413
  br i1 %415, label %404, label %416
416:                                              ; preds = %237, %412, %400, %207, %204
  %417 = phi ptr [ %401, %400 ], [ null, %207 ], [ null, %204 ], [ %401, %412 ], [ null, %237 ]
  %418 = icmp sgt i64 %132, 0
  br i1 %418, label %419, label %428
419:                                              ; preds = %416, %426
  %420 = phi i64 [ %421, %426 ], [ %132, %416 ]
  %421 = add nsw i64 %420, -1
  %422 = getelementptr inbounds ptr, ptr %80, i64 %421
  %423 = load ptr, ptr %422, align 8
  %424 = icmp eq ptr %423, null
  br i1 %424, label %426, label %425
425:                                              ; preds = %419
  call void @Py_DecRef(ptr noundef nonnull %423)
  br label %426
426:                                              ; preds = %425, %419
  %427 = icmp ugt i64 %420, 1
  br i1 %427, label %419, label %428
428:                                              ; preds = %426, %416
  store i64 0, ptr %55, align 8
  %429 = load i64, ptr %7, align 8
  %430 = add nsw i64 %429, -1
  store i64 %430, ptr %7, align 8
  %431 = icmp eq i64 %430, 0
  br i1 %431, label %432, label %433
432:                                              ; preds = %428
  call void @_Py_Dealloc(ptr noundef nonnull %7)
  br label %433
433:                                              ; preds = %428, %432
  %434 = icmp eq ptr %417, null
  br i1 %434, label %435, label %444
435:                                              ; preds = %64, %60, %52, %69, %433
  %436 = call ptr @PyErr_Occurred()
  %437 = icmp eq ptr %436, null
  br i1 %437, label %438, label %444
438:                                              ; preds = %26, %17, %435, %48, %42, %35, %30
  %439 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 50), align 8
  %440 = call ptr @PyObject_GetAttr(ptr noundef %0, ptr noundef %439)
  %441 = icmp eq ptr %440, null
  br i1 %441, label %444, label %442
442:                                              ; preds = %438
  %443 = call ptr @PyObject_Call(ptr noundef nonnull %440, ptr noundef %1, ptr noundef %2)
  call void @Py_DecRef(ptr noundef nonnull %440)
  br label %444
444:                                              ; preds = %442, %438, %435, %433
  %445 = phi ptr [ %417, %433 ], [ null, %435 ], [ %443, %442 ], [ null, %438 ]
  ret ptr %445
}
define i32 @caller_traverse(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr noundef %2) local_unnamed_addr {
  %4 = getelementptr inbounds %struct.Caller, ptr %0, i64 0, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %10, label %7
7:                                                ; preds = %3
  %8 = tail call i32 %1(ptr noundef nonnull %5, ptr noundef %2)
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %10, label %14
10:                                               ; preds = %3, %7
  %11 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %12 = load ptr, ptr %11, align 8
  %13 = tail call i32 %1(ptr noundef %12, ptr noundef %2)
  br label %14
14:                                               ; preds = %7, %10
  %15 = phi i32 [ %13, %10 ], [ %8, %7 ]
  ret i32 %15
}
define noundef i32 @caller_clear(ptr nocapture noundef %0) local_unnamed_addr {
  %2 = getelementptr inbounds %struct.Caller, ptr %0, i64 0, i32 1
  %3 = load ptr, ptr %2, align 8
  store ptr null, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %6, label %5
5:                                                ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %3)
  br label %6
6:                                                ; preds = %1, %5
  ret i32 0
}
define void @caller_dealloc(ptr noundef %0) local_unnamed_addr {
  %2 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %3 = load ptr, ptr %2, align 8
  tail call void @PyObject_GC_UnTrack(ptr noundef %0)
  %4 = getelementptr inbounds %struct.Caller, ptr %0, i64 0, i32 1
  %5 = load ptr, ptr %4, align 8
  store ptr null, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %8, label %7
7:                                                ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %5)
  br label %8
8:                                                ; preds = %1, %7
  %9 = tail call ptr @PyType_GetSlot(ptr noundef %3, i32 noundef 74)
  tail call void %9(ptr noundef nonnull %0)
  %10 = load i64, ptr %3, align 8
  %11 = add nsw i64 %10, -1
  store i64 %11, ptr %3, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %13, label %14
13:                                               ; preds = %8
  tail call void @_Py_Dealloc(ptr noundef nonnull %3)
  br label %14
14:                                               ; preds = %8, %13
  ret void
}
declare void @PyObject_GC_UnTrack(ptr noundef) local_unnamed_addr
define ptr @plan_bind(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 11
  br i1 %4, label %5, label %57
5:                                                ; preds = %3
  %6 = getelementptr inbounds ptr, ptr %1, i64 3
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds %struct.Object, ptr %7, i64 0, i32 1
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %9, @PyTuple_Type
  br i1 %10, label %11, label %57
11:                                               ; preds = %5
  %12 = getelementptr inbounds ptr, ptr %1, i64 4
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds %struct.Object, ptr %13, i64 0, i32 1
  %15 = load ptr, ptr %14, align 8
  %16 = icmp eq ptr %15, @PyTuple_Type
  br i1 %16, label %17, label %57
17:                                               ; preds = %11
  %18 = getelementptr inbounds ptr, ptr %1, i64 5
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds %struct.Object, ptr %19, i64 0, i32 1
  %21 = load ptr, ptr %20, align 8
  %22 = icmp ne ptr %21, @PyTuple_Type
  %23 = icmp ne ptr %21, @PyList_Type
  %24 = and i1 %22, %23
  br i1 %24, label %57, label %25
25:                                               ; preds = %17
  %26 = getelementptr inbounds ptr, ptr %1, i64 6
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds %struct.Object, ptr %27, i64 0, i32 1
  %29 = load ptr, ptr %28, align 8
  %30 = icmp ne ptr %29, @PyTuple_Type
  %31 = icmp ne ptr %29, @PyList_Type
  %32 = and i1 %30, %31
  br i1 %32, label %57, label %33
33:                                               ; preds = %25
  %34 = getelementptr inbounds ptr, ptr %1, i64 7
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds %struct.Object, ptr %35, i64 0, i32 1
  %37 = load ptr, ptr %36, align 8
  %38 = icmp eq ptr %37, @PyTuple_Type
  br i1 %38, label %39, label %57
39:                                               ; preds = %33
  %40 = getelementptr inbounds ptr, ptr %1, i64 9
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds %struct.Object, ptr %41, i64 0, i32 1
  %43 = load ptr, ptr %42, align 8
  %44 = icmp ne ptr %43, @PyTuple_Type
  %45 = icmp ne ptr %43, @PyList_Type
  %46 = and i1 %44, %45
  br i1 %46, label %57, label %47
47:                                               ; preds = %39
  %48 = getelementptr inbounds ptr, ptr %1, i64 10
  %49 = load ptr, ptr %48, align 8
  %50 = getelementptr inbounds %struct.Object, ptr %49, i64 0, i32 1
  %51 = load ptr, ptr %50, align 8
  %52 = icmp eq ptr %51, @PyTuple_Type
  br i1 %52, label %53, label %57
53:                                               ; preds = %47
  %54 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 1
  %55 = load ptr, ptr %54, align 8
  %56 = icmp eq ptr %55, null
  br i1 %56, label %62, label %57
57:                                               ; preds = %53, %47, %39, %33, %25, %17, %11, %5, %3
  %58 = load ptr, ptr @PyExc_TypeError, align 8
  %59 = tail call ptr @PyErr_Occurred()
  %60 = icmp eq ptr %59, null
  br i1 %60, label %61, label %123
61:                                               ; preds = %57
  tail call void @PyErr_SetString(ptr noundef %58, ptr noundef nonnull @.str.15)
  br label %123
62:                                               ; preds = %53
  %63 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 2
  %64 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 4
  %65 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 5
  %66 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 10
  %67 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 11
  %68 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 14
  %69 = load ptr, ptr %1, align 8
  %70 = getelementptr inbounds ptr, ptr %1, i64 1
  %71 = load ptr, ptr %70, align 8
  %72 = getelementptr inbounds ptr, ptr %1, i64 8
  %73 = load ptr, ptr %72, align 8
  tail call void @Py_IncRef(ptr noundef %69)
  store ptr %69, ptr %54, align 8
  tail call void @Py_IncRef(ptr noundef %71)
  store ptr %71, ptr %63, align 8
  tail call void @Py_IncRef(ptr noundef nonnull %7)
  store ptr %7, ptr %64, align 8
  tail call void @Py_IncRef(ptr noundef nonnull %13)
  store ptr %13, ptr %65, align 8
  tail call void @Py_IncRef(ptr noundef nonnull %35)
  store ptr %35, ptr %66, align 8
  tail call void @Py_IncRef(ptr noundef %73)
  store ptr %73, ptr %67, align 8
  tail call void @Py_IncRef(ptr noundef nonnull %49)
  store ptr %49, ptr %68, align 8
  %74 = getelementptr inbounds ptr, ptr %1, i64 2
  %75 = load ptr, ptr %74, align 8
  %76 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 45), align 8
  %77 = icmp eq ptr %75, %76
  %78 = zext i1 %77 to i64
  %79 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 3
  store i64 %78, ptr %79, align 8
  %80 = load ptr, ptr %18, align 8
  %81 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 7
  %82 = tail call fastcc ptr @numbers(ptr noundef %80, ptr noundef nonnull %81)
  %83 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 6
  store ptr %82, ptr %83, align 8
  %84 = load ptr, ptr %26, align 8
  %85 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 9
  %86 = tail call fastcc ptr @numbers(ptr noundef %84, ptr noundef nonnull %85)
  %87 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 8
  store ptr %86, ptr %87, align 8
  %88 = load ptr, ptr %40, align 8
  %89 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 13
  %90 = tail call fastcc ptr @numbers(ptr noundef %88, ptr noundef nonnull %89)
  %91 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 12
  store ptr %90, ptr %91, align 8
  %92 = load ptr, ptr %65, align 8
  %93 = getelementptr inbounds %struct.Tuple, ptr %92, i64 0, i32 1
  %94 = load i64, ptr %93, align 8
  %95 = load ptr, ptr %64, align 8
  %96 = getelementptr inbounds %struct.Tuple, ptr %95, i64 0, i32 1
  %97 = load i64, ptr %96, align 8
  %98 = load i64, ptr %81, align 8
  %99 = load ptr, ptr %54, align 8
  %100 = getelementptr inbounds %struct.Launch, ptr %99, i64 0, i32 13
  %101 = load i64, ptr %100, align 8
  %102 = load i64, ptr %89, align 8
  %103 = add i64 %94, 1
  %104 = add i64 %103, %97
  %105 = add i64 %104, %98
  %106 = add i64 %105, %101
  %107 = add i64 %106, %102
  %108 = tail call ptr @PyMem_RawCalloc(i64 noundef %107, i64 noundef 8)
  %109 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 15
  store ptr %108, ptr %109, align 8
  %110 = load ptr, ptr %83, align 8
  %111 = icmp eq ptr %110, null
  br i1 %111, label %121, label %112
112:                                              ; preds = %62
  %113 = load ptr, ptr %87, align 8
  %114 = icmp eq ptr %113, null
  br i1 %114, label %121, label %115
115:                                              ; preds = %112
  %116 = load ptr, ptr %91, align 8
  %117 = icmp eq ptr %116, null
  %118 = icmp eq ptr %108, null
  %119 = select i1 %117, i1 true, i1 %118
  br i1 %119, label %121, label %120
120:                                              ; preds = %115
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %123
121:                                              ; preds = %115, %112, %62
  %122 = tail call ptr @PyErr_NoMemory()
  br label %123
123:                                              ; preds = %120, %121, %61, %57
  %124 = phi ptr [ null, %57 ], [ null, %61 ], [ @_Py_NoneStruct, %120 ], [ %122, %121 ]
  ret ptr %124
}
define i32 @plan_traverse(ptr noundef %0, ptr nocapture noundef readonly %1, ptr noundef %2) local_unnamed_addr {
  %4 = alloca [7 x ptr], align 16
  call void @llvm.lifetime.start.p0(i64 56, ptr nonnull %4)
  %5 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 1
  store ptr %5, ptr %4, align 16
  %6 = getelementptr inbounds ptr, ptr %4, i64 1
  %7 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 2
  store ptr %7, ptr %6, align 8
  %8 = getelementptr inbounds ptr, ptr %4, i64 2
  %9 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 4
  store ptr %9, ptr %8, align 16
  %10 = getelementptr inbounds ptr, ptr %4, i64 3
  %11 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 5
  store ptr %11, ptr %10, align 8
  %12 = getelementptr inbounds ptr, ptr %4, i64 4
  %13 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 10
  store ptr %13, ptr %12, align 16
  %14 = getelementptr inbounds ptr, ptr %4, i64 5
  %15 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 11
  store ptr %15, ptr %14, align 8
  %16 = getelementptr inbounds ptr, ptr %4, i64 6
  %17 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 14
  store ptr %17, ptr %16, align 16
  br label %19
18:                                               ; preds = %27
  br i1 %31, label %33, label %37
19:                                               ; preds = %3, %27
  %20 = phi i64 [ 0, %3 ], [ %29, %27 ]
  %21 = getelementptr inbounds [7 x ptr], ptr %4, i64 0, i64 %20
  %22 = load ptr, ptr %21, align 8
  %23 = load ptr, ptr %22, align 8
  %24 = icmp eq ptr %23, null
  br i1 %24, label %27, label %25
25:                                               ; preds = %19
  %26 = tail call i32 %1(ptr noundef nonnull %23, ptr noundef %2)
  br label %27
27:                                               ; preds = %19, %25
  %28 = phi i32 [ %26, %25 ], [ 0, %19 ]
  %29 = add nuw nsw i64 %20, 1
  %30 = icmp ult i64 %20, 6
  %31 = icmp eq i32 %28, 0
  %32 = select i1 %30, i1 %31, i1 false
  br i1 %32, label %19, label %18
33:                                               ; preds = %18
  %34 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %35 = load ptr, ptr %34, align 8
  %36 = tail call i32 %1(ptr noundef %35, ptr noundef %2)
  br label %37
37:                                               ; preds = %18, %33
  %38 = phi i32 [ %36, %33 ], [ %28, %18 ]
  call void @llvm.lifetime.end.p0(i64 56, ptr nonnull %4)
  ret i32 %38
}
define noundef i32 @plan_clear(ptr nocapture noundef %0) local_unnamed_addr {
  %2 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 1
  %3 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 2
  %4 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 4
  %5 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 5
  %6 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 10
  %7 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 11
  %8 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 14
  %9 = load ptr, ptr %2, align 8
  store ptr null, ptr %2, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %12, label %11
11:                                               ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %9)
  br label %12
12:                                               ; preds = %1, %11
  %13 = load ptr, ptr %3, align 8
  store ptr null, ptr %3, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %16, label %15
15:                                               ; preds = %12
  tail call void @Py_DecRef(ptr noundef nonnull %13)
  br label %16
16:                                               ; preds = %15, %12
  %17 = load ptr, ptr %4, align 8
  store ptr null, ptr %4, align 8
  %18 = icmp eq ptr %17, null
  br i1 %18, label %20, label %19
19:                                               ; preds = %16
  tail call void @Py_DecRef(ptr noundef nonnull %17)
  br label %20
20:                                               ; preds = %19, %16
  %21 = load ptr, ptr %5, align 8
  store ptr null, ptr %5, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %24, label %23
23:                                               ; preds = %20
  tail call void @Py_DecRef(ptr noundef nonnull %21)
  br label %24
24:                                               ; preds = %23, %20
  %25 = load ptr, ptr %6, align 8
  store ptr null, ptr %6, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %28, label %27
27:                                               ; preds = %24
  tail call void @Py_DecRef(ptr noundef nonnull %25)
  br label %28
28:                                               ; preds = %27, %24
  %29 = load ptr, ptr %7, align 8
  store ptr null, ptr %7, align 8
  %30 = icmp eq ptr %29, null
  br i1 %30, label %32, label %31
31:                                               ; preds = %28
  tail call void @Py_DecRef(ptr noundef nonnull %29)
  br label %32
32:                                               ; preds = %31, %28
  %33 = load ptr, ptr %8, align 8
  store ptr null, ptr %8, align 8
  %34 = icmp eq ptr %33, null
  br i1 %34, label %36, label %35
35:                                               ; preds = %32
  tail call void @Py_DecRef(ptr noundef nonnull %33)
  br label %36
36:                                               ; preds = %35, %32
  ret i32 0
}
define void @plan_dealloc(ptr noundef %0) local_unnamed_addr {
  %2 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %3 = load ptr, ptr %2, align 8
  tail call void @PyObject_GC_UnTrack(ptr noundef %0)
  %4 = tail call i32 @plan_clear(ptr noundef %0)
  %5 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 6
  %6 = load ptr, ptr %5, align 8
  tail call void @PyMem_RawFree(ptr noundef %6)
  %7 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 8
  %8 = load ptr, ptr %7, align 8
  tail call void @PyMem_RawFree(ptr noundef %8)
  %9 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 12
  %10 = load ptr, ptr %9, align 8
  tail call void @PyMem_RawFree(ptr noundef %10)
  %11 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 15
  %12 = load ptr, ptr %11, align 8
  tail call void @PyMem_RawFree(ptr noundef %12)
  %13 = tail call ptr @PyType_GetSlot(ptr noundef %3, i32 noundef 74)
  tail call void %13(ptr noundef %0)
  %14 = load i64, ptr %3, align 8
  %15 = add nsw i64 %14, -1
  store i64 %15, ptr %3, align 8
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %17, label %18
17:                                               ; preds = %1
  tail call void @_Py_Dealloc(ptr noundef nonnull %3)
  br label %18
18:                                               ; preds = %1, %17
  ret void
}
define ptr @m_leaves_of(ptr nocapture noundef readnone %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = alloca i64, align 8
  %5 = icmp eq i64 %2, 2
  br i1 %5, label %11, label %6
6:                                                ; preds = %3
  %7 = load ptr, ptr @PyExc_TypeError, align 8
  %8 = tail call ptr @PyErr_Occurred()
  %9 = icmp eq ptr %8, null
  br i1 %9, label %10, label %66
10:                                               ; preds = %6
  tail call void @PyErr_SetString(ptr noundef %7, ptr noundef nonnull @.str.16)
  br label %66
11:                                               ; preds = %3
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4)
  store i64 0, ptr %4, align 8
  %12 = getelementptr inbounds ptr, ptr %1, i64 1
  %13 = load ptr, ptr %12, align 8
  %14 = tail call fastcc i64 @count_leaves(ptr noundef %13)
  %15 = tail call i32 @PyGC_Disable()
  %16 = tail call ptr @PyTuple_New(i64 noundef %14)
  %17 = icmp eq i32 %15, 0
  br i1 %17, label %20, label %18
18:                                               ; preds = %11
  %19 = tail call i32 @PyGC_Enable()
  br label %20
20:                                               ; preds = %11, %18
  %21 = icmp eq ptr %16, null
  br i1 %21, label %64, label %22
22:                                               ; preds = %20
  %23 = load ptr, ptr %1, align 8
  %24 = load ptr, ptr %12, align 8
  %25 = getelementptr inbounds %struct.Tuple, ptr %16, i64 0, i32 2
  %26 = call fastcc i32 @gather(ptr noundef %23, ptr noundef %24, ptr noundef nonnull %25, ptr noundef nonnull %4)
  %27 = icmp eq i32 %26, 0
  %28 = load i64, ptr %4, align 8
  %29 = icmp sgt i64 %28, 0
  br i1 %27, label %31, label %30
30:                                               ; preds = %22
  br i1 %29, label %45, label %64
31:                                               ; preds = %22
  br i1 %29, label %32, label %63
32:                                               ; preds = %31
  %33 = and i64 %28, 3
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %42, label %35
35:                                               ; preds = %32, %35
  %36 = phi i64 [ %38, %35 ], [ %28, %32 ]
  %37 = phi i64 [ %40, %35 ], [ 0, %32 ]
  %38 = add nsw i64 %36, -1
  store i64 %38, ptr %4, align 8
  %39 = getelementptr inbounds %struct.Tuple, ptr %16, i64 0, i32 2, i64 %38
  store ptr null, ptr %39, align 8
  %40 = add i64 %37, 1
  %41 = icmp eq i64 %40, %33
  br i1 %41, label %42, label %35
42:                                               ; preds = %35, %32
  %43 = phi i64 [ %28, %32 ], [ %38, %35 ]
  %44 = icmp ult i64 %28, 4
  br i1 %44, label %63, label %52
45:                                               ; preds = %30, %45
  %46 = phi i64 [ %49, %45 ], [ 0, %30 ]
  %47 = getelementptr inbounds %struct.Tuple, ptr %16, i64 0, i32 2, i64 %46
  %48 = load ptr, ptr %47, align 8
  call void @Py_IncRef(ptr noundef %48)
  %49 = add nuw nsw i64 %46, 1
  %50 = load i64, ptr %4, align 8
  %51 = icmp slt i64 %49, %50
  br i1 %51, label %45, label %64
52:                                               ; preds = %42, %52
  %53 = phi i64 [ %60, %52 ], [ %43, %42 ]
  %54 = add nsw i64 %53, -1
  store i64 %54, ptr %4, align 8
  %55 = getelementptr inbounds %struct.Tuple, ptr %16, i64 0, i32 2, i64 %54
  store ptr null, ptr %55, align 8
  %56 = add nsw i64 %53, -2
  store i64 %56, ptr %4, align 8
  %57 = getelementptr inbounds %struct.Tuple, ptr %16, i64 0, i32 2, i64 %56
  store ptr null, ptr %57, align 8
  %58 = add nsw i64 %53, -3
  store i64 %58, ptr %4, align 8
  %59 = getelementptr inbounds %struct.Tuple, ptr %16, i64 0, i32 2, i64 %58
  store ptr null, ptr %59, align 8
  %60 = add nsw i64 %53, -4
  store i64 %60, ptr %4, align 8
  %61 = getelementptr inbounds %struct.Tuple, ptr %16, i64 0, i32 2, i64 %60
  store ptr null, ptr %61, align 8
  %62 = icmp ugt i64 %58, 1
  br i1 %62, label %52, label %63
63:                                               ; preds = %42, %52, %31
  call void @Py_DecRef(ptr noundef nonnull %16)
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %64
64:                                               ; preds = %45, %30, %20, %63
  %65 = phi ptr [ @_Py_NoneStruct, %63 ], [ null, %20 ], [ %16, %30 ], [ %16, %45 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4)
  br label %66
66:                                               ; preds = %10, %6, %64
  %67 = phi ptr [ %65, %64 ], [ null, %6 ], [ null, %10 ]
  ret ptr %67
}
define internal fastcc i64 @count_leaves(ptr noundef readonly %0) unnamed_addr {
  %2 = icmp eq ptr %0, @_Py_NoneStruct
  br i1 %2, label %18, label %3
3:                                                ; preds = %1
  %4 = getelementptr inbounds %struct.Tuple, ptr %0, i64 1, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds %struct.Tuple, ptr %5, i64 0, i32 1
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %7, 0
  br i1 %8, label %9, label %18
9:                                                ; preds = %3, %9
  %10 = phi i64 [ %16, %9 ], [ 0, %3 ]
  %11 = phi i64 [ %15, %9 ], [ 0, %3 ]
  %12 = getelementptr inbounds %struct.Tuple, ptr %5, i64 0, i32 2, i64 %10
  %13 = load ptr, ptr %12, align 8
  %14 = tail call fastcc i64 @count_leaves(ptr noundef %13)
  %15 = add nsw i64 %14, %11
  %16 = add nuw nsw i64 %10, 1
  %17 = icmp eq i64 %16, %7
  br i1 %17, label %18, label %9
18:                                               ; preds = %9, %3, %1
  %19 = phi i64 [ 1, %1 ], [ 0, %3 ], [ %15, %9 ]
  ret i64 %19
}
define internal fastcc i32 @gather(ptr noundef %0, ptr noundef readonly %1, ptr noundef %2, ptr noundef %3) unnamed_addr {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = icmp eq ptr %1, @_Py_NoneStruct
  br i1 %8, label %9, label %21
9:                                                ; preds = %4
  %10 = load i64, ptr %3, align 8
  %11 = add nsw i64 %10, 1
  store i64 %11, ptr %3, align 8
  %12 = getelementptr inbounds ptr, ptr %2, i64 %10
  store ptr %0, ptr %12, align 8
  %13 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds %struct.Type, ptr %14, i64 0, i32 5
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, @handle_dealloc
  br i1 %17, label %91, label %18
18:                                               ; preds = %9
  %19 = icmp eq ptr %14, @PyFloat_Type
  %20 = zext i1 %19 to i32
  br label %91
21:                                               ; preds = %4
  %22 = getelementptr inbounds %struct.Tuple, ptr %1, i64 0, i32 2
  %23 = getelementptr inbounds %struct.Tuple, ptr %1, i64 1, i32 1
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %26 = load ptr, ptr %25, align 8
  %27 = load ptr, ptr %22, align 8
  %28 = icmp eq ptr %26, %27
  br i1 %28, label %29, label %91
29:                                               ; preds = %21
  %30 = icmp eq ptr %26, @PyDict_Type
  br i1 %30, label %31, label %63
31:                                               ; preds = %29
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6)
  %32 = tail call i64 @PyDict_Size(ptr noundef nonnull %0)
  %33 = getelementptr inbounds %struct.Tuple, ptr %24, i64 0, i32 1
  %34 = load i64, ptr %33, align 8
  %35 = icmp eq i64 %32, %34
  br i1 %35, label %36, label %61
36:                                               ; preds = %31
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7)
  store i64 0, ptr %7, align 8
  %37 = call i32 @PyDict_Next(ptr noundef nonnull %0, ptr noundef nonnull %7, ptr noundef nonnull %5, ptr noundef nonnull %6)
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %59, label %39
39:                                               ; preds = %36
  %40 = getelementptr inbounds %struct.Tuple, ptr %1, i64 1, i32 0, i32 1
  br label %45
41:                                               ; preds = %53
  %42 = add nuw nsw i64 %46, 1
  %43 = call i32 @PyDict_Next(ptr noundef %0, ptr noundef nonnull %7, ptr noundef nonnull %5, ptr noundef nonnull %6)
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %59, label %45
45:                                               ; preds = %39, %41
  %46 = phi i64 [ 0, %39 ], [ %42, %41 ]
  %47 = load ptr, ptr %5, align 8
  %48 = load ptr, ptr %40, align 8
  %49 = getelementptr inbounds %struct.Tuple, ptr %48, i64 0, i32 2, i64 %46
  %50 = load ptr, ptr %49, align 8
  %51 = call fastcc i32 @same(ptr noundef %47, ptr noundef %50)
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %59, label %53
53:                                               ; preds = %45
  %54 = load ptr, ptr %6, align 8
  %55 = getelementptr inbounds %struct.Tuple, ptr %24, i64 0, i32 2, i64 %46
  %56 = load ptr, ptr %55, align 8
  %57 = call fastcc i32 @gather(ptr noundef %54, ptr noundef %56, ptr noundef %2, ptr noundef %3)
  %58 = icmp eq i32 %57, 0
  br i1 %58, label %59, label %41
59:                                               ; preds = %41, %53, %45, %36
  %60 = phi i32 [ 1, %36 ], [ 0, %45 ], [ 0, %53 ], [ 1, %41 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7)
  br label %61
61:                                               ; preds = %59, %31
  %62 = phi i32 [ 0, %31 ], [ %60, %59 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  br label %91
63:                                               ; preds = %29
  %64 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 1
  %65 = load i64, ptr %64, align 8
  %66 = getelementptr inbounds %struct.Tuple, ptr %24, i64 0, i32 1
  %67 = load i64, ptr %66, align 8
  %68 = icmp eq i64 %65, %67
  br i1 %68, label %69, label %91
69:                                               ; preds = %63
  %70 = icmp slt i64 %65, 1
  br i1 %70, label %91, label %71
71:                                               ; preds = %69
  %72 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 2
  br label %77
73:                                               ; preds = %83
  %74 = add nuw nsw i64 %78, 1
  %75 = load i64, ptr %66, align 8
  %76 = icmp slt i64 %74, %75
  br i1 %76, label %77, label %91
77:                                               ; preds = %71, %73
  %78 = phi i64 [ 0, %71 ], [ %74, %73 ]
  %79 = load ptr, ptr %25, align 8
  %80 = icmp eq ptr %79, @PyTuple_Type
  br i1 %80, label %83, label %81
81:                                               ; preds = %77
  %82 = load ptr, ptr %72, align 8
  br label %83
83:                                               ; preds = %77, %81
  %84 = phi ptr [ %82, %81 ], [ %72, %77 ]
  %85 = getelementptr inbounds ptr, ptr %84, i64 %78
  %86 = load ptr, ptr %85, align 8
  %87 = getelementptr inbounds %struct.Tuple, ptr %24, i64 0, i32 2, i64 %78
  %88 = load ptr, ptr %87, align 8
  %89 = tail call fastcc i32 @gather(ptr noundef %86, ptr noundef %88, ptr noundef %2, ptr noundef %3)
  %90 = icmp eq i32 %89, 0
  br i1 %90, label %91, label %73
91:                                               ; preds = %83, %73, %69, %61, %21, %63, %9, %18
  %92 = phi i32 [ 1, %9 ], [ %20, %18 ], [ %62, %61 ], [ 0, %21 ], [ 0, %63 ], [ 1, %69 ], [ 1, %73 ], [ 0, %83 ]
  ret i32 %92
}
define ptr @iterator_next(ptr nocapture noundef %0) local_unnamed_addr {
  %2 = getelementptr inbounds %struct.Iterator, ptr %0, i64 0, i32 1
  %3 = load ptr, ptr %2, align 8
  %4 = tail call ptr @PyThreadState_Get()
  %5 = tail call i64 @PyThreadState_GetID(ptr noundef %4)
  %6 = add nsw i64 %5, 1
  %7 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %13, label %9
9:                                                ; preds = %1
  %10 = getelementptr inbounds %struct.Segment, ptr %7, i64 0, i32 13
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, %6
  br i1 %12, label %26, label %13
13:                                               ; preds = %9, %1
  %14 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %26, label %16
16:                                               ; preds = %13, %22
  %17 = phi ptr [ %24, %22 ], [ %14, %13 ]
  %18 = getelementptr inbounds %struct.Segment, ptr %17, i64 0, i32 13
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, %6
  br i1 %20, label %21, label %22
21:                                               ; preds = %16
  store ptr %17, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %26
22:                                               ; preds = %16
  %23 = getelementptr inbounds %struct.Segment, ptr %17, i64 0, i32 12
  %24 = load ptr, ptr %23, align 8
  %25 = icmp eq ptr %24, null
  br i1 %25, label %26, label %16
26:                                               ; preds = %22, %9, %13, %21
  %27 = phi ptr [ %17, %21 ], [ %7, %9 ], [ null, %13 ], [ null, %22 ]
  %28 = icmp ne ptr %3, null
  %29 = icmp ne ptr %3, @_Py_NoneStruct
  %30 = and i1 %28, %29
  br i1 %30, label %31, label %160
31:                                               ; preds = %26
  %32 = getelementptr inbounds %struct.Iterator, ptr %0, i64 0, i32 2
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds %struct.Iterator, ptr %0, i64 0, i32 3
  %35 = load i64, ptr %34, align 8
  %36 = icmp slt i64 %33, %35
  br i1 %36, label %42, label %37
37:                                               ; preds = %31
  store ptr null, ptr %2, align 8
  %38 = load i64, ptr %3, align 8
  %39 = add nsw i64 %38, -1
  store i64 %39, ptr %3, align 8
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %41, label %160
41:                                               ; preds = %37
  tail call void @_Py_Dealloc(ptr noundef nonnull %3)
  br label %160
42:                                               ; preds = %31
  %43 = icmp eq ptr %27, null
  br i1 %43, label %150, label %44
44:                                               ; preds = %42
  %45 = getelementptr inbounds %struct.Segment, ptr %27, i64 0, i32 3
  %46 = load i64, ptr %45, align 8
  %47 = getelementptr inbounds %struct.Segment, ptr %27, i64 0, i32 5
  %48 = load i64, ptr %47, align 8
  %49 = or i64 %48, %46
  %50 = icmp eq i64 %49, 0
  br i1 %50, label %51, label %150
51:                                               ; preds = %44
  %52 = getelementptr inbounds %struct.Handle, ptr %3, i64 0, i32 5
  %53 = load ptr, ptr %52, align 8
  %54 = icmp eq ptr %53, null
  %55 = icmp eq ptr %53, @_Py_NoneStruct
  %56 = or i1 %54, %55
  %57 = select i1 %56, ptr %3, ptr %53
  %58 = getelementptr inbounds %struct.Handle, ptr %57, i64 0, i32 4
  %59 = load ptr, ptr %58, align 8
  %60 = icmp eq ptr %59, null
  %61 = icmp eq ptr %59, @_Py_NoneStruct
  %62 = or i1 %60, %61
  br i1 %62, label %145, label %63
63:                                               ; preds = %51
  %64 = getelementptr inbounds %struct.Handle, ptr %57, i64 0, i32 1
  %65 = load i64, ptr %64, align 8
  %66 = getelementptr inbounds %struct.Segment, ptr %27, i64 0, i32 1
  %67 = load i64, ptr %66, align 8
  %68 = icmp eq i64 %65, %67
  br i1 %68, label %145, label %69
69:                                               ; preds = %63
  %70 = getelementptr inbounds %struct.Segment, ptr %27, i64 0, i32 2
  %71 = load i64, ptr %70, align 8
  %72 = icmp eq i64 %71, 0
  br i1 %72, label %73, label %145
73:                                               ; preds = %69
  %74 = tail call fastcc ptr @place_of(ptr noundef nonnull %3)
  %75 = icmp eq ptr %74, null
  br i1 %75, label %145, label %76
76:                                               ; preds = %73
  %77 = load i64, ptr %45, align 8
  %78 = load i64, ptr %47, align 8
  %79 = or i64 %78, %77
  %80 = icmp eq i64 %79, 0
  br i1 %80, label %81, label %145
81:                                               ; preds = %76
  %82 = load ptr, ptr %52, align 8
  %83 = icmp eq ptr %82, null
  %84 = icmp eq ptr %82, @_Py_NoneStruct
  %85 = or i1 %83, %84
  %86 = select i1 %85, ptr %3, ptr %82
  %87 = getelementptr inbounds %struct.Handle, ptr %86, i64 0, i32 4
  %88 = load ptr, ptr %87, align 8
  %89 = icmp eq ptr %88, null
  %90 = icmp eq ptr %88, @_Py_NoneStruct
  %91 = or i1 %89, %90
  br i1 %91, label %145, label %92
92:                                               ; preds = %81
  %93 = getelementptr inbounds %struct.Handle, ptr %86, i64 0, i32 1
  %94 = load i64, ptr %93, align 8
  %95 = load i64, ptr %66, align 8
  %96 = icmp eq i64 %94, %95
  br i1 %96, label %145, label %97
97:                                               ; preds = %92
  %98 = load i64, ptr %70, align 8
  %99 = freeze i64 %98
  %100 = icmp eq i64 %99, 0
  br i1 %100, label %101, label %145
101:                                              ; preds = %97
  %102 = getelementptr inbounds %struct.Place, ptr %74, i64 0, i32 7
  %103 = load i64, ptr %102, align 8
  %104 = icmp eq i64 %103, 1
  br i1 %104, label %105, label %145
105:                                              ; preds = %101
  %106 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %107 = getelementptr inbounds i8, ptr %88, i64 %106
  %108 = load ptr, ptr %107, align 8
  %109 = tail call i64 @PyLong_AsSsize_t(ptr noundef %108)
  %110 = inttoptr i64 %109 to ptr
  %111 = getelementptr inbounds %struct.Place, ptr %74, i64 0, i32 6
  %112 = load i64, ptr %111, align 8
  %113 = getelementptr inbounds i8, ptr %110, i64 %112
  %114 = load i64, ptr %32, align 8
  %115 = add nsw i64 %114, 1
  store i64 %115, ptr %32, align 8
  %116 = getelementptr inbounds %struct.Place, ptr %74, i64 0, i32 9
  %117 = load i64, ptr %116, align 8
  %118 = mul nsw i64 %117, %114
  %119 = getelementptr inbounds i8, ptr %113, i64 %118
  %120 = getelementptr inbounds %struct.Place, ptr %74, i64 0, i32 4
  %121 = load i64, ptr %120, align 8
  %122 = icmp eq i64 %121, 6
  br i1 %122, label %123, label %129
123:                                              ; preds = %105
  %124 = load i8, ptr %119, align 1
  %125 = icmp eq i8 %124, 0
  %126 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 37), align 8
  %127 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 38), align 8
  %128 = select i1 %125, ptr %127, ptr %126
  tail call void @Py_IncRef(ptr noundef %128)
  br label %160
129:                                              ; preds = %105
  %130 = getelementptr inbounds %struct.Place, ptr %74, i64 0, i32 3
  %131 = load ptr, ptr %130, align 8
  %132 = getelementptr inbounds %struct.Place, ptr %74, i64 0, i32 2
  %133 = load ptr, ptr %132, align 8
  %134 = tail call ptr %131(ptr noundef %133, i64 noundef 0)
  %135 = icmp eq ptr %134, null
  br i1 %135, label %160, label %136
136:                                              ; preds = %129
  %137 = getelementptr inbounds %struct.Place, ptr %74, i64 0, i32 5
  %138 = load i64, ptr %137, align 8
  %139 = icmp eq i64 %138, 8
  br i1 %139, label %140, label %143
140:                                              ; preds = %136
  %141 = load i64, ptr %119, align 8
  %142 = getelementptr inbounds %struct.Object, ptr %134, i64 1
  store i64 %141, ptr %142, align 8
  br label %160
143:                                              ; preds = %136
  %144 = getelementptr inbounds %struct.Object, ptr %134, i64 1
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %144, ptr align 1 %119, i64 %138, i1 false)
  br label %160
145:                                              ; preds = %81, %92, %97, %51, %63, %69, %73, %76, %101
  %146 = tail call ptr @PyErr_Occurred()
  %147 = icmp eq ptr %146, null
  br i1 %147, label %148, label %160
148:                                              ; preds = %145
  %149 = load i64, ptr %32, align 8
  br label %150
150:                                              ; preds = %148, %42, %44
  %151 = phi i64 [ %149, %148 ], [ %33, %42 ], [ %33, %44 ]
  %152 = tail call ptr @PyLong_FromLongLong(i64 noundef %151)
  %153 = icmp eq ptr %152, null
  br i1 %153, label %160, label %154
154:                                              ; preds = %150
  %155 = tail call ptr @mp_subscript(ptr noundef nonnull %3, ptr noundef nonnull %152)
  tail call void @Py_DecRef(ptr noundef nonnull %152)
  %156 = icmp eq ptr %155, null
  br i1 %156, label %160, label %157
157:                                              ; preds = %154
  %158 = load i64, ptr %32, align 8
  %159 = add nsw i64 %158, 1
  store i64 %159, ptr %32, align 8
  br label %160
160:                                              ; preds = %150, %143, %140, %129, %123, %41, %37, %154, %157, %26, %145
  %161 = phi ptr [ null, %145 ], [ null, %26 ], [ %155, %157 ], [ null, %154 ], [ null, %37 ], [ null, %41 ], [ %134, %140 ], [ %134, %143 ], [ null, %129 ], [ %128, %123 ], [ null, %150 ]
  ret ptr %161
}
define ptr @mp_subscript(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [2 x ptr], align 16
  store ptr %0, ptr %3, align 8
  %6 = tail call ptr @PyThreadState_Get()
  %7 = tail call i64 @PyThreadState_GetID(ptr noundef %6)
  %8 = add nsw i64 %7, 1
  %9 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %15, label %11
11:                                               ; preds = %2
  %12 = getelementptr inbounds %struct.Segment, ptr %9, i64 0, i32 13
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, %8
  br i1 %14, label %28, label %15
15:                                               ; preds = %11, %2
  %16 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %345, label %18
18:                                               ; preds = %15, %24
  %19 = phi ptr [ %26, %24 ], [ %16, %15 ]
  %20 = getelementptr inbounds %struct.Segment, ptr %19, i64 0, i32 13
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %21, %8
  br i1 %22, label %23, label %24
23:                                               ; preds = %18
  store ptr %19, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %28
24:                                               ; preds = %18
  %25 = getelementptr inbounds %struct.Segment, ptr %19, i64 0, i32 12
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %345, label %18
28:                                               ; preds = %11, %23
  %29 = phi ptr [ %19, %23 ], [ %9, %11 ]
  %30 = getelementptr inbounds %struct.Segment, ptr %29, i64 0, i32 3
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr inbounds %struct.Segment, ptr %29, i64 0, i32 5
  %33 = load i64, ptr %32, align 8
  %34 = or i64 %33, %31
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %36, label %345
36:                                               ; preds = %28
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4)
  %37 = call fastcc ptr @element_at(ptr noundef nonnull %29, ptr noundef %0, ptr noundef %1, ptr noundef nonnull %4)
  %38 = icmp eq ptr %37, null
  br i1 %38, label %66, label %39
39:                                               ; preds = %36
  %40 = load ptr, ptr %4, align 8
  %41 = getelementptr inbounds %struct.Place, ptr %40, i64 0, i32 4
  %42 = load i64, ptr %41, align 8
  %43 = icmp eq i64 %42, 6
  br i1 %43, label %44, label %50
44:                                               ; preds = %39
  %45 = load i8, ptr %37, align 1
  %46 = icmp eq i8 %45, 0
  %47 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 37), align 8
  %48 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 38), align 8
  %49 = select i1 %46, ptr %48, ptr %47
  tail call void @Py_IncRef(ptr noundef %49)
  br label %338
50:                                               ; preds = %39
  %51 = getelementptr inbounds %struct.Place, ptr %40, i64 0, i32 3
  %52 = load ptr, ptr %51, align 8
  %53 = getelementptr inbounds %struct.Place, ptr %40, i64 0, i32 2
  %54 = load ptr, ptr %53, align 8
  %55 = tail call ptr %52(ptr noundef %54, i64 noundef 0)
  %56 = icmp eq ptr %55, null
  br i1 %56, label %338, label %57
57:                                               ; preds = %50
  %58 = getelementptr inbounds %struct.Place, ptr %40, i64 0, i32 5
  %59 = load i64, ptr %58, align 8
  %60 = icmp eq i64 %59, 8
  br i1 %60, label %61, label %64
61:                                               ; preds = %57
  %62 = load i64, ptr %37, align 8
  %63 = getelementptr inbounds %struct.Object, ptr %55, i64 1
  store i64 %62, ptr %63, align 8
  br label %338
64:                                               ; preds = %57
  %65 = getelementptr inbounds %struct.Object, ptr %55, i64 1
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %65, ptr nonnull align 1 %37, i64 %59, i1 false)
  br label %338
66:                                               ; preds = %36
  %67 = tail call ptr @PyErr_Occurred()
  %68 = icmp eq ptr %67, null
  br i1 %68, label %69, label %79
69:                                               ; preds = %66
  %70 = load i64, ptr %30, align 8
  %71 = load i64, ptr %32, align 8
  %72 = or i64 %71, %70
  %73 = icmp eq i64 %72, 0
  br i1 %73, label %74, label %79
74:                                               ; preds = %69
  %75 = tail call fastcc ptr @view_at(ptr noundef nonnull %29, ptr noundef %0, ptr noundef %1)
  %76 = icmp eq ptr %75, null
  br i1 %76, label %79, label %77
77:                                               ; preds = %74
  %78 = tail call fastcc ptr @show(ptr noundef %0, ptr noundef nonnull %75)
  br label %338
79:                                               ; preds = %66, %69, %74
  %80 = tail call ptr @PyErr_Occurred()
  %81 = icmp eq ptr %80, null
  br i1 %81, label %82, label %322
82:                                               ; preds = %79
  %83 = load i64, ptr %30, align 8
  %84 = load i64, ptr %32, align 8
  %85 = or i64 %84, %83
  %86 = icmp eq i64 %85, 0
  br i1 %86, label %87, label %322
87:                                               ; preds = %82
  %88 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %89 = load ptr, ptr %88, align 8
  %90 = icmp eq ptr %89, @PyTuple_Type
  br i1 %90, label %91, label %95
91:                                               ; preds = %87
  %92 = getelementptr inbounds %struct.Tuple, ptr %1, i64 0, i32 1
  %93 = load i64, ptr %92, align 8
  %94 = add nsw i64 %93, 1
  br label %95
95:                                               ; preds = %91, %87
  %96 = phi i64 [ %94, %91 ], [ 2, %87 ]
  %97 = tail call i32 @PyGC_Disable()
  %98 = tail call ptr @PyTuple_New(i64 noundef %96)
  %99 = icmp eq i32 %97, 0
  br i1 %99, label %102, label %100
100:                                              ; preds = %95
  %101 = tail call i32 @PyGC_Enable()
  br label %102
102:                                              ; preds = %100, %95
  %103 = icmp eq ptr %98, null
  br i1 %103, label %322, label %104
104:                                              ; preds = %102
  %105 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 3
  %106 = load ptr, ptr %105, align 8
  %107 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 14), align 8
  %108 = getelementptr inbounds i8, ptr %106, i64 %107
  %109 = load ptr, ptr %108, align 8
  %110 = getelementptr inbounds %struct.Tuple, ptr %98, i64 0, i32 2
  store ptr %109, ptr %110, align 8
  tail call void @Py_IncRef(ptr noundef %109)
  %111 = icmp eq ptr %109, null
  br i1 %111, label %319, label %112
112:                                              ; preds = %104
  %113 = getelementptr inbounds %struct.Tuple, ptr %1, i64 0, i32 1
  %114 = load ptr, ptr %88, align 8
  %115 = icmp eq ptr %114, @PyTuple_Type
  br i1 %115, label %116, label %122
116:                                              ; preds = %112
  %117 = load i64, ptr %113, align 8
  %118 = icmp sgt i64 %117, 0
  br i1 %118, label %119, label %249
119:                                              ; preds = %116
  %120 = getelementptr inbounds %struct.Tuple, ptr %1, i64 0, i32 2, i64 0
  %121 = load ptr, ptr %120, align 8
  br label %122
122:                                              ; preds = %119, %112
  %123 = phi ptr [ %121, %119 ], [ %1, %112 ]
  %124 = icmp eq ptr %123, @_Py_NoneStruct
  br i1 %124, label %125, label %126
125:                                              ; preds = %122
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %176
126:                                              ; preds = %122
  %127 = getelementptr inbounds %struct.Object, ptr %123, i64 0, i32 1
  %128 = load ptr, ptr %127, align 8
  %129 = icmp eq ptr %128, @PyLong_Type
  %130 = icmp eq ptr %123, @_Py_EllipsisObject
  %131 = or i1 %130, %129
  br i1 %131, label %173, label %132
132:                                              ; preds = %126
  %133 = icmp eq ptr %128, @PySlice_Type
  br i1 %133, label %134, label %246
134:                                              ; preds = %132
  %135 = getelementptr inbounds %struct.Slice, ptr %123, i64 0, i32 1
  %136 = load ptr, ptr %135, align 8
  %137 = icmp eq ptr %136, @_Py_NoneStruct
  br i1 %137, label %142, label %138
138:                                              ; preds = %134
  %139 = getelementptr inbounds %struct.Object, ptr %136, i64 0, i32 1
  %140 = load ptr, ptr %139, align 8
  %141 = icmp eq ptr %140, @PyLong_Type
  br i1 %141, label %142, label %246
142:                                              ; preds = %138, %134
  %143 = getelementptr inbounds %struct.Slice, ptr %123, i64 0, i32 2
  %144 = load ptr, ptr %143, align 8
  %145 = icmp eq ptr %144, @_Py_NoneStruct
  br i1 %145, label %150, label %146
146:                                              ; preds = %142
  %147 = getelementptr inbounds %struct.Object, ptr %144, i64 0, i32 1
  %148 = load ptr, ptr %147, align 8
  %149 = icmp eq ptr %148, @PyLong_Type
  br i1 %149, label %150, label %246
150:                                              ; preds = %146, %142
  %151 = getelementptr inbounds %struct.Slice, ptr %123, i64 0, i32 3
  %152 = load ptr, ptr %151, align 8
  %153 = icmp eq ptr %152, @_Py_NoneStruct
  br i1 %153, label %158, label %154
154:                                              ; preds = %150
  %155 = getelementptr inbounds %struct.Object, ptr %152, i64 0, i32 1
  %156 = load ptr, ptr %155, align 8
  %157 = icmp eq ptr %156, @PyLong_Type
  br i1 %157, label %158, label %246
158:                                              ; preds = %154, %150
  %159 = tail call i32 @PyGC_Disable()
  %160 = tail call ptr @PyTuple_New(i64 noundef 3)
  %161 = icmp eq i32 %159, 0
  br i1 %161, label %164, label %162
162:                                              ; preds = %158
  %163 = tail call i32 @PyGC_Enable()
  br label %164
164:                                              ; preds = %162, %158
  %165 = icmp eq ptr %160, null
  br i1 %165, label %246, label %166
166:                                              ; preds = %164
  %167 = load ptr, ptr %151, align 8
  %168 = load ptr, ptr %143, align 8
  %169 = load ptr, ptr %135, align 8
  tail call void @Py_IncRef(ptr noundef %169)
  %170 = getelementptr inbounds %struct.Tuple, ptr %160, i64 0, i32 2, i64 0
  store ptr %169, ptr %170, align 8
  tail call void @Py_IncRef(ptr noundef %168)
  %171 = getelementptr inbounds %struct.Tuple, ptr %160, i64 0, i32 2, i64 1
  store ptr %168, ptr %171, align 8
  tail call void @Py_IncRef(ptr noundef %167)
  %172 = getelementptr inbounds %struct.Tuple, ptr %160, i64 0, i32 2, i64 2
  store ptr %167, ptr %172, align 8
  br label %176
173:                                              ; preds = %126
  tail call void @Py_IncRef(ptr noundef %123)
  %174 = getelementptr inbounds %struct.Tuple, ptr %98, i64 0, i32 2, i64 1
  store ptr %123, ptr %174, align 8
  %175 = icmp eq ptr %123, null
  br i1 %175, label %319, label %179
176:                                              ; preds = %166, %125
  %177 = phi ptr [ @_Py_NoneStruct, %125 ], [ %160, %166 ]
  %178 = getelementptr inbounds %struct.Tuple, ptr %98, i64 0, i32 2, i64 1
  store ptr %177, ptr %178, align 8
  br label %179
179:                                              ; preds = %176, %173
  br label %180
180:                                              ; preds = %179, %241
  %181 = phi i64 [ %243, %241 ], [ 1, %179 ]
  %182 = load ptr, ptr %88, align 8
  %183 = icmp eq ptr %182, @PyTuple_Type
  br i1 %183, label %184, label %249
184:                                              ; preds = %180
  %185 = load i64, ptr %113, align 8
  %186 = icmp slt i64 %181, %185
  br i1 %186, label %187, label %249
187:                                              ; preds = %184
  %188 = getelementptr inbounds %struct.Tuple, ptr %1, i64 0, i32 2, i64 %181
  %189 = load ptr, ptr %188, align 8
  %190 = icmp eq ptr %189, @_Py_NoneStruct
  br i1 %190, label %197, label %191
191:                                              ; preds = %187
  %192 = getelementptr inbounds %struct.Object, ptr %189, i64 0, i32 1
  %193 = load ptr, ptr %192, align 8
  %194 = icmp eq ptr %193, @PyLong_Type
  %195 = icmp eq ptr %189, @_Py_EllipsisObject
  %196 = or i1 %195, %194
  br i1 %196, label %197, label %198
197:                                              ; preds = %191, %187
  tail call void @Py_IncRef(ptr noundef %189)
  br label %241
198:                                              ; preds = %191
  %199 = icmp eq ptr %193, @PySlice_Type
  br i1 %199, label %200, label %239
200:                                              ; preds = %198
  %201 = getelementptr inbounds %struct.Slice, ptr %189, i64 0, i32 1
  %202 = load ptr, ptr %201, align 8
  %203 = icmp eq ptr %202, @_Py_NoneStruct
  br i1 %203, label %208, label %204
204:                                              ; preds = %200
  %205 = getelementptr inbounds %struct.Object, ptr %202, i64 0, i32 1
  %206 = load ptr, ptr %205, align 8
  %207 = icmp eq ptr %206, @PyLong_Type
  br i1 %207, label %208, label %239
208:                                              ; preds = %204, %200
  %209 = getelementptr inbounds %struct.Slice, ptr %189, i64 0, i32 2
  %210 = load ptr, ptr %209, align 8
  %211 = icmp eq ptr %210, @_Py_NoneStruct
  br i1 %211, label %216, label %212
212:                                              ; preds = %208
  %213 = getelementptr inbounds %struct.Object, ptr %210, i64 0, i32 1
  %214 = load ptr, ptr %213, align 8
  %215 = icmp eq ptr %214, @PyLong_Type
  br i1 %215, label %216, label %239
216:                                              ; preds = %212, %208
  %217 = getelementptr inbounds %struct.Slice, ptr %189, i64 0, i32 3
  %218 = load ptr, ptr %217, align 8
  %219 = icmp eq ptr %218, @_Py_NoneStruct
  br i1 %219, label %224, label %220
220:                                              ; preds = %216
  %221 = getelementptr inbounds %struct.Object, ptr %218, i64 0, i32 1
  %222 = load ptr, ptr %221, align 8
  %223 = icmp eq ptr %222, @PyLong_Type
  br i1 %223, label %224, label %239
224:                                              ; preds = %220, %216
  %225 = tail call i32 @PyGC_Disable()
  %226 = tail call ptr @PyTuple_New(i64 noundef 3)
  %227 = icmp eq i32 %225, 0
  br i1 %227, label %230, label %228
228:                                              ; preds = %224
  %229 = tail call i32 @PyGC_Enable()
  br label %230
230:                                              ; preds = %228, %224
  %231 = icmp eq ptr %226, null
  br i1 %231, label %239, label %232
232:                                              ; preds = %230
  %233 = load ptr, ptr %217, align 8
  %234 = load ptr, ptr %209, align 8
  %235 = load ptr, ptr %201, align 8
  tail call void @Py_IncRef(ptr noundef %235)
  %236 = getelementptr inbounds %struct.Tuple, ptr %226, i64 0, i32 2, i64 0
  store ptr %235, ptr %236, align 8
  tail call void @Py_IncRef(ptr noundef %234)
  %237 = getelementptr inbounds %struct.Tuple, ptr %226, i64 0, i32 2, i64 1
  store ptr %234, ptr %237, align 8
  tail call void @Py_IncRef(ptr noundef %233)
  %238 = getelementptr inbounds %struct.Tuple, ptr %226, i64 0, i32 2, i64 2
  store ptr %233, ptr %238, align 8
  br label %241
239:                                              ; preds = %230, %220, %212, %204, %198
  %240 = add nuw nsw i64 %181, 1
  br label %246
241:                                              ; preds = %232, %197
  %242 = phi ptr [ %189, %197 ], [ %226, %232 ]
  %243 = add nuw nsw i64 %181, 1
  %244 = getelementptr inbounds %struct.Tuple, ptr %98, i64 0, i32 2, i64 %243
  store ptr %242, ptr %244, align 8
  %245 = icmp eq ptr %242, null
  br i1 %245, label %319, label %180
246:                                              ; preds = %132, %138, %146, %154, %164, %239
  %247 = phi i64 [ %240, %239 ], [ 1, %164 ], [ 1, %154 ], [ 1, %146 ], [ 1, %138 ], [ 1, %132 ]
  %248 = getelementptr inbounds %struct.Tuple, ptr %98, i64 0, i32 2, i64 %247
  store ptr null, ptr %248, align 8
  br label %319
249:                                              ; preds = %180, %184, %116
  %250 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 25), align 8
  %251 = tail call ptr @PyDict_GetItemWithError(ptr noundef %250, ptr noundef nonnull %98)
  tail call void @Py_DecRef(ptr noundef nonnull %98)
  %252 = icmp eq ptr %251, null
  br i1 %252, label %322, label %253
253:                                              ; preds = %249, %253
  %254 = phi ptr [ %256, %253 ], [ %0, %249 ]
  %255 = getelementptr inbounds %struct.Handle, ptr %254, i64 0, i32 5
  %256 = load ptr, ptr %255, align 8
  %257 = icmp eq ptr %256, null
  %258 = icmp eq ptr %256, @_Py_NoneStruct
  %259 = or i1 %257, %258
  br i1 %259, label %260, label %253
260:                                              ; preds = %253
  tail call void @Py_IncRef(ptr noundef nonnull %251)
  %261 = getelementptr inbounds %struct.Tuple, ptr %251, i64 0, i32 2
  %262 = getelementptr inbounds %struct.Tuple, ptr %251, i64 1, i32 0, i32 1
  %263 = load ptr, ptr %262, align 8
  %264 = icmp eq ptr %263, @_Py_NoneStruct
  br i1 %264, label %265, label %314
265:                                              ; preds = %260
  %266 = getelementptr inbounds %struct.Handle, ptr %254, i64 0, i32 4
  %267 = load ptr, ptr %266, align 8
  %268 = icmp eq ptr %267, null
  %269 = icmp eq ptr %267, @_Py_NoneStruct
  %270 = or i1 %268, %269
  br i1 %270, label %281, label %271
271:                                              ; preds = %265
  %272 = getelementptr inbounds %struct.Handle, ptr %254, i64 0, i32 1
  %273 = load i64, ptr %272, align 8
  %274 = getelementptr inbounds %struct.Segment, ptr %29, i64 0, i32 1
  %275 = load i64, ptr %274, align 8
  %276 = icmp eq i64 %273, %275
  br i1 %276, label %281, label %277
277:                                              ; preds = %271
  %278 = getelementptr inbounds %struct.Segment, ptr %29, i64 0, i32 2
  %279 = load i64, ptr %278, align 8
  %280 = icmp eq i64 %279, 0
  br i1 %280, label %319, label %281
281:                                              ; preds = %265, %271, %277
  %282 = getelementptr inbounds %struct.Segment, ptr %29, i64 0, i32 2
  %283 = load i64, ptr %282, align 8
  %284 = icmp eq i64 %283, 0
  br i1 %284, label %285, label %294
285:                                              ; preds = %281
  %286 = getelementptr inbounds %struct.Handle, ptr %254, i64 0, i32 8
  %287 = load i64, ptr %286, align 8
  %288 = getelementptr inbounds %struct.Handle, ptr %254, i64 0, i32 7
  %289 = load i64, ptr %288, align 8
  %290 = shl i64 %289, 5
  %291 = and i64 %290, 536870880
  %292 = sub nsw i64 %287, %291
  %293 = icmp eq i64 %292, 16
  br i1 %293, label %319, label %294
294:                                              ; preds = %285, %281
  %295 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 22), align 8
  %296 = load ptr, ptr %261, align 8
  %297 = call fastcc ptr @follow(ptr noundef nonnull %29, ptr noundef %295, ptr noundef nonnull %3, i64 noundef 1, ptr noundef %296, i64 noundef 0, ptr noundef null)
  %298 = icmp eq ptr %297, null
  br i1 %298, label %319, label %299
299:                                              ; preds = %294
  %300 = load i64, ptr %282, align 8
  %301 = icmp eq i64 %300, 0
  br i1 %301, label %302, label %313
302:                                              ; preds = %299
  %303 = getelementptr inbounds %struct.Handle, ptr %254, i64 0, i32 7
  %304 = load i64, ptr %303, align 8
  %305 = shl i64 %304, 5
  %306 = and i64 %305, 536870880
  %307 = getelementptr inbounds %struct.Handle, ptr %254, i64 0, i32 8
  %308 = load i64, ptr %307, align 8
  %309 = sub nsw i64 %308, %306
  %310 = icmp ugt i64 %309, 16
  %311 = select i1 %310, i64 %306, i64 %308
  %312 = add nsw i64 %311, 1
  store i64 %312, ptr %307, align 8
  br label %313
313:                                              ; preds = %299, %302
  tail call void @Py_DecRef(ptr noundef nonnull %251)
  br label %338
314:                                              ; preds = %260
  %315 = getelementptr inbounds %struct.Tuple, ptr %251, i64 1, i32 1
  %316 = load ptr, ptr %315, align 8
  %317 = tail call fastcc ptr @view_of(ptr noundef %0, ptr noundef %263, ptr noundef %316)
  tail call void @Py_DecRef(ptr noundef nonnull %251)
  %318 = icmp eq ptr %317, null
  br i1 %318, label %322, label %338
319:                                              ; preds = %241, %285, %294, %277, %173, %104, %246
  %320 = phi ptr [ %98, %246 ], [ %98, %104 ], [ %98, %173 ], [ %251, %277 ], [ %251, %294 ], [ %251, %285 ], [ %98, %241 ]
  %321 = phi i1 [ false, %246 ], [ false, %104 ], [ false, %173 ], [ true, %277 ], [ true, %294 ], [ true, %285 ], [ false, %241 ]
  tail call void @Py_DecRef(ptr noundef nonnull %320)
  br label %322
322:                                              ; preds = %319, %102, %79, %82, %314, %249
  %323 = phi i1 [ true, %314 ], [ false, %249 ], [ false, %82 ], [ false, %79 ], [ false, %102 ], [ %321, %319 ]
  %324 = tail call ptr @PyErr_Occurred()
  %325 = icmp eq ptr %324, null
  br i1 %325, label %326, label %338
326:                                              ; preds = %322
  %327 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %328 = icmp eq i64 %327, 0
  %329 = or i1 %323, %328
  br i1 %329, label %340, label %330
330:                                              ; preds = %326
  %331 = load i64, ptr %30, align 8
  %332 = load i64, ptr %32, align 8
  %333 = or i64 %332, %331
  %334 = icmp eq i64 %333, 0
  br i1 %334, label %335, label %340
335:                                              ; preds = %330
  %336 = tail call fastcc ptr @get_by_numpy(ptr noundef nonnull %29, ptr noundef %0, ptr noundef %1)
  %337 = icmp eq ptr %336, null
  br i1 %337, label %340, label %338
338:                                              ; preds = %77, %314, %322, %335, %44, %50, %61, %64, %313
  %339 = phi ptr [ %297, %313 ], [ %55, %61 ], [ %55, %64 ], [ null, %50 ], [ %49, %44 ], [ %336, %335 ], [ null, %322 ], [ %317, %314 ], [ %78, %77 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4)
  br label %350
340:                                              ; preds = %326, %330, %335
  %341 = tail call ptr @PyErr_Occurred()
  %342 = icmp eq ptr %341, null
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4)
  br i1 %342, label %343, label %350
343:                                              ; preds = %340
  %344 = load ptr, ptr %3, align 8
  br label %345
345:                                              ; preds = %24, %343, %15, %28
  %346 = phi ptr [ %344, %343 ], [ %0, %15 ], [ %0, %28 ], [ %0, %24 ]
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5)
  store ptr %346, ptr %5, align 16
  %347 = getelementptr inbounds ptr, ptr %5, i64 1
  store ptr %1, ptr %347, align 8
  %348 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 23), align 8
  %349 = call ptr @PyObject_Vectorcall(ptr noundef %348, ptr noundef nonnull %5, i64 noundef 2, ptr noundef null)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  br label %350
350:                                              ; preds = %338, %340, %345
  %351 = phi ptr [ %349, %345 ], [ null, %340 ], [ %339, %338 ]
  ret ptr %351
}
define i64 @mp_length(ptr noundef %0) local_unnamed_addr {
  %2 = tail call fastcc i64 @extent(ptr noundef %0, i32 noundef 0)
  ret i64 %2
}
define internal fastcc i64 @extent(ptr noundef %0, i32 noundef %1) unnamed_addr {
  %3 = alloca [2 x ptr], align 16
  %4 = tail call ptr @PyThreadState_Get()
  %5 = tail call i64 @PyThreadState_GetID(ptr noundef %4)
  %6 = add nsw i64 %5, 1
  %7 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %13, label %9
9:                                                ; preds = %2
  %10 = getelementptr inbounds %struct.Segment, ptr %7, i64 0, i32 13
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, %6
  br i1 %12, label %26, label %13
13:                                               ; preds = %9, %2
  %14 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %26, label %16
16:                                               ; preds = %13, %22
  %17 = phi ptr [ %24, %22 ], [ %14, %13 ]
  %18 = getelementptr inbounds %struct.Segment, ptr %17, i64 0, i32 13
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, %6
  br i1 %20, label %21, label %22
21:                                               ; preds = %16
  store ptr %17, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %26
22:                                               ; preds = %16
  %23 = getelementptr inbounds %struct.Segment, ptr %17, i64 0, i32 12
  %24 = load ptr, ptr %23, align 8
  %25 = icmp eq ptr %24, null
  br i1 %25, label %26, label %16
26:                                               ; preds = %22, %9, %13, %21
  %27 = phi ptr [ %17, %21 ], [ %7, %9 ], [ null, %13 ], [ null, %22 ]
  %28 = icmp eq i32 %1, 0
  br i1 %28, label %60, label %29
29:                                               ; preds = %26
  %30 = icmp eq ptr %27, null
  br i1 %30, label %73, label %31
31:                                               ; preds = %29
  %32 = getelementptr inbounds %struct.Segment, ptr %27, i64 0, i32 3
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds %struct.Segment, ptr %27, i64 0, i32 5
  %35 = load i64, ptr %34, align 8
  %36 = or i64 %35, %33
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %38, label %73
38:                                               ; preds = %31
  %39 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 5
  %40 = load ptr, ptr %39, align 8
  %41 = icmp eq ptr %40, null
  %42 = icmp eq ptr %40, @_Py_NoneStruct
  %43 = or i1 %41, %42
  %44 = select i1 %43, ptr %0, ptr %40
  %45 = getelementptr inbounds %struct.Handle, ptr %44, i64 0, i32 4
  %46 = load ptr, ptr %45, align 8
  %47 = icmp eq ptr %46, null
  %48 = icmp eq ptr %46, @_Py_NoneStruct
  %49 = or i1 %47, %48
  br i1 %49, label %73, label %50
50:                                               ; preds = %38
  %51 = getelementptr inbounds %struct.Handle, ptr %44, i64 0, i32 1
  %52 = load i64, ptr %51, align 8
  %53 = getelementptr inbounds %struct.Segment, ptr %27, i64 0, i32 1
  %54 = load i64, ptr %53, align 8
  %55 = icmp eq i64 %52, %54
  br i1 %55, label %73, label %56
56:                                               ; preds = %50
  %57 = getelementptr inbounds %struct.Segment, ptr %27, i64 0, i32 2
  %58 = load i64, ptr %57, align 8
  %59 = icmp eq i64 %58, 0
  br i1 %59, label %60, label %73
60:                                               ; preds = %56, %26
  %61 = tail call fastcc ptr @place_of(ptr noundef %0)
  %62 = icmp eq ptr %61, null
  br i1 %62, label %70, label %63
63:                                               ; preds = %60
  %64 = getelementptr inbounds %struct.Place, ptr %61, i64 0, i32 7
  %65 = load i64, ptr %64, align 8
  %66 = icmp eq i64 %65, 0
  br i1 %66, label %70, label %67
67:                                               ; preds = %63
  %68 = getelementptr inbounds %struct.Place, ptr %61, i64 0, i32 8
  %69 = load i64, ptr %68, align 8
  br label %85
70:                                               ; preds = %60, %63
  %71 = tail call ptr @PyErr_Occurred()
  %72 = icmp eq ptr %71, null
  br i1 %72, label %73, label %85
73:                                               ; preds = %38, %50, %29, %70, %56, %31
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %3)
  store ptr %0, ptr %3, align 16
  %74 = getelementptr inbounds ptr, ptr %3, i64 1
  %75 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 45), align 8
  %76 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 46), align 8
  %77 = select i1 %28, ptr %76, ptr %75
  store ptr %77, ptr %74, align 8
  %78 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 27), align 8
  %79 = call ptr @PyObject_Vectorcall(ptr noundef %78, ptr noundef nonnull %3, i64 noundef 2, ptr noundef null)
  %80 = icmp eq ptr %79, null
  br i1 %80, label %83, label %81
81:                                               ; preds = %73
  %82 = call i64 @PyLong_AsLongLong(ptr noundef nonnull %79)
  call void @Py_DecRef(ptr noundef nonnull %79)
  br label %83
83:                                               ; preds = %73, %81
  %84 = phi i64 [ %82, %81 ], [ -1, %73 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %3)
  br label %85
85:                                               ; preds = %67, %70, %83
  %86 = phi i64 [ %84, %83 ], [ -1, %70 ], [ %69, %67 ]
  ret i64 %86
}
define noundef ptr @iterator_start(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 1
  br i1 %4, label %5, label %16
5:                                                ; preds = %3
  %6 = load ptr, ptr %1, align 8
  %7 = getelementptr inbounds %struct.Object, ptr %6, i64 0, i32 1
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds %struct.Type, ptr %8, i64 0, i32 5
  %10 = load ptr, ptr %9, align 8
  %11 = icmp eq ptr %10, @handle_dealloc
  br i1 %11, label %12, label %16
12:                                               ; preds = %5
  %13 = getelementptr inbounds %struct.Iterator, ptr %0, i64 0, i32 1
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %21, label %16
16:                                               ; preds = %12, %5, %3
  %17 = load ptr, ptr @PyExc_TypeError, align 8
  %18 = tail call ptr @PyErr_Occurred()
  %19 = icmp eq ptr %18, null
  br i1 %19, label %20, label %27
20:                                               ; preds = %16
  tail call void @PyErr_SetString(ptr noundef %17, ptr noundef nonnull @.str.17)
  br label %27
21:                                               ; preds = %12
  %22 = tail call fastcc i64 @extent(ptr noundef nonnull %6, i32 noundef 0)
  %23 = getelementptr inbounds %struct.Iterator, ptr %0, i64 0, i32 3
  store i64 %22, ptr %23, align 8
  %24 = icmp slt i64 %22, 0
  br i1 %24, label %27, label %25
25:                                               ; preds = %21
  %26 = load ptr, ptr %1, align 8
  store ptr %26, ptr %13, align 8
  tail call void @Py_IncRef(ptr noundef %26)
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %27
27:                                               ; preds = %20, %16, %21, %25
  %28 = phi ptr [ @_Py_NoneStruct, %25 ], [ null, %21 ], [ null, %16 ], [ null, %20 ]
  ret ptr %28
}
define ptr @tp_iter(ptr noundef %0) local_unnamed_addr {
  %2 = tail call fastcc i64 @extent(ptr noundef %0, i32 noundef 1)
  %3 = icmp slt i64 %2, 0
  br i1 %3, label %11, label %4
4:                                                ; preds = %1
  %5 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 36), align 8
  %6 = tail call ptr @PyType_GenericAlloc(ptr noundef %5, i64 noundef 0)
  %7 = icmp eq ptr %6, null
  br i1 %7, label %11, label %8
8:                                                ; preds = %4
  %9 = getelementptr inbounds %struct.Iterator, ptr %6, i64 0, i32 1
  store ptr %0, ptr %9, align 8
  %10 = getelementptr inbounds %struct.Iterator, ptr %6, i64 0, i32 3
  store i64 %2, ptr %10, align 8
  tail call void @Py_IncRef(ptr noundef %0)
  br label %11
11:                                               ; preds = %1, %4, %8
  %12 = phi ptr [ %6, %8 ], [ null, %4 ], [ null, %1 ]
  ret ptr %12
}
declare ptr @PyType_GenericAlloc(ptr noundef, i64 noundef) local_unnamed_addr
define noundef ptr @iterator_iter(ptr noundef returned %0) local_unnamed_addr {
  tail call void @Py_IncRef(ptr noundef %0)
  ret ptr %0
}
define void @iterator_dealloc(ptr noundef %0) local_unnamed_addr {
  %2 = getelementptr inbounds %struct.Iterator, ptr %0, i64 0, i32 1
  %3 = load ptr, ptr %2, align 8
  store ptr null, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %6, label %5
5:                                                ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %3)
  br label %6
6:                                                ; preds = %1, %5
  %7 = getelementptr inbounds %struct.Iterator, ptr %0, i64 0, i32 4
  %8 = load ptr, ptr %7, align 8
  store ptr null, ptr %7, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %11, label %10
10:                                               ; preds = %6
  tail call void @Py_DecRef(ptr noundef nonnull %8)
  br label %11
11:                                               ; preds = %6, %10
  %12 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %13 = load ptr, ptr %12, align 8
  %14 = tail call ptr @PyType_GetSlot(ptr noundef %13, i32 noundef 74)
  tail call void %14(ptr noundef nonnull %0)
  %15 = load i64, ptr %13, align 8
  %16 = add nsw i64 %15, -1
  store i64 %16, ptr %13, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %18, label %19
18:                                               ; preds = %11
  tail call void @_Py_Dealloc(ptr noundef nonnull %13)
  br label %19
19:                                               ; preds = %11, %18
  ret void
}
define internal fastcc ptr @element_at(ptr nocapture noundef readonly %0, ptr noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3) unnamed_addr {
  %5 = alloca i32, align 4
  %6 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 5
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  %9 = icmp eq ptr %7, @_Py_NoneStruct
  %10 = or i1 %8, %9
  %11 = select i1 %10, ptr %1, ptr %7
  %12 = getelementptr inbounds %struct.Handle, ptr %11, i64 0, i32 4
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  %15 = icmp eq ptr %13, @_Py_NoneStruct
  %16 = or i1 %14, %15
  br i1 %16, label %130, label %17
17:                                               ; preds = %4
  %18 = getelementptr inbounds %struct.Handle, ptr %11, i64 0, i32 1
  %19 = load i64, ptr %18, align 8
  %20 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %19, %21
  br i1 %22, label %130, label %23
23:                                               ; preds = %17
  %24 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %27, label %130
27:                                               ; preds = %23
  %28 = tail call fastcc ptr @place_of(ptr noundef nonnull %1)
  %29 = icmp eq ptr %28, null
  br i1 %29, label %130, label %30
30:                                               ; preds = %27
  %31 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 3
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 5
  %34 = load i64, ptr %33, align 8
  %35 = or i64 %34, %32
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %37, label %130
37:                                               ; preds = %30
  %38 = load ptr, ptr %6, align 8
  %39 = icmp eq ptr %38, null
  %40 = icmp eq ptr %38, @_Py_NoneStruct
  %41 = or i1 %39, %40
  %42 = select i1 %41, ptr %1, ptr %38
  %43 = getelementptr inbounds %struct.Handle, ptr %42, i64 0, i32 4
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %44, null
  %46 = icmp eq ptr %44, @_Py_NoneStruct
  %47 = or i1 %45, %46
  br i1 %47, label %130, label %48
48:                                               ; preds = %37
  %49 = getelementptr inbounds %struct.Handle, ptr %42, i64 0, i32 1
  %50 = load i64, ptr %49, align 8
  %51 = load i64, ptr %20, align 8
  %52 = icmp eq i64 %50, %51
  br i1 %52, label %130, label %53
53:                                               ; preds = %48
  %54 = load i64, ptr %24, align 8
  %55 = freeze i64 %54
  %56 = icmp eq i64 %55, 0
  br i1 %56, label %57, label %130
57:                                               ; preds = %53
  %58 = getelementptr inbounds %struct.Object, ptr %2, i64 0, i32 1
  %59 = load ptr, ptr %58, align 8
  %60 = icmp eq ptr %59, @PyTuple_Type
  %61 = getelementptr inbounds %struct.Place, ptr %28, i64 0, i32 7
  %62 = load i64, ptr %61, align 8
  br i1 %60, label %63, label %66
63:                                               ; preds = %57
  %64 = getelementptr inbounds %struct.Tuple, ptr %2, i64 0, i32 1
  %65 = load i64, ptr %64, align 8
  br label %66
66:                                               ; preds = %57, %63
  %67 = phi i64 [ %65, %63 ], [ 1, %57 ]
  %68 = icmp eq i64 %62, %67
  br i1 %68, label %69, label %130
69:                                               ; preds = %66
  %70 = getelementptr inbounds %struct.Place, ptr %28, i64 0, i32 6
  %71 = load i64, ptr %70, align 8
  %72 = icmp sgt i64 %62, 0
  br i1 %72, label %73, label %115
73:                                               ; preds = %69, %107
  %74 = phi i64 [ %112, %107 ], [ 0, %69 ]
  %75 = phi i64 [ %111, %107 ], [ %71, %69 ]
  br i1 %60, label %76, label %79
76:                                               ; preds = %73
  %77 = getelementptr inbounds %struct.Tuple, ptr %2, i64 0, i32 2, i64 %74
  %78 = load ptr, ptr %77, align 8
  br label %79
79:                                               ; preds = %73, %76
  %80 = phi ptr [ %78, %76 ], [ %2, %73 ]
  %81 = getelementptr inbounds %struct.Place, ptr %28, i64 0, i32 8, i64 %74
  %82 = load i64, ptr %81, align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %5)
  store i32 0, ptr %5, align 4
  %83 = getelementptr inbounds %struct.Object, ptr %80, i64 0, i32 1
  %84 = load ptr, ptr %83, align 8
  %85 = icmp eq ptr %84, @PyLong_Type
  br i1 %85, label %86, label %89
86:                                               ; preds = %79
  %87 = call i64 @PyLong_AsLongLongAndOverflow(ptr noundef nonnull %80, ptr noundef nonnull %5)
  %88 = load i32, ptr %5, align 4
  br label %95
89:                                               ; preds = %79
  %90 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 5), align 8
  %91 = icmp eq ptr %84, %90
  br i1 %91, label %92, label %106
92:                                               ; preds = %89
  %93 = getelementptr inbounds %struct.Object, ptr %80, i64 1
  %94 = load i64, ptr %93, align 8
  br label %95
95:                                               ; preds = %92, %86
  %96 = phi i32 [ %88, %86 ], [ 0, %92 ]
  %97 = phi i64 [ %87, %86 ], [ %94, %92 ]
  %98 = icmp slt i64 %97, 0
  %99 = select i1 %98, i64 %82, i64 0
  %100 = add nsw i64 %99, %97
  %101 = icmp eq i32 %96, 0
  %102 = icmp sgt i64 %100, -1
  %103 = select i1 %101, i1 %102, i1 false
  %104 = icmp slt i64 %100, %82
  %105 = select i1 %103, i1 %104, i1 false
  br i1 %105, label %107, label %106
106:                                              ; preds = %95, %89
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %5)
  br label %130
107:                                              ; preds = %95
  %108 = getelementptr inbounds %struct.Place, ptr %28, i64 0, i32 9, i64 %74
  %109 = load i64, ptr %108, align 8
  %110 = mul nsw i64 %109, %100
  %111 = add nsw i64 %110, %75
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %5)
  %112 = add nuw nsw i64 %74, 1
  %113 = load i64, ptr %61, align 8
  %114 = icmp slt i64 %112, %113
  br i1 %114, label %73, label %115
115:                                              ; preds = %107, %69
  %116 = phi i64 [ %71, %69 ], [ %111, %107 ]
  store ptr %28, ptr %3, align 8
  %117 = load ptr, ptr %6, align 8
  %118 = icmp eq ptr %117, null
  %119 = icmp eq ptr %117, @_Py_NoneStruct
  %120 = or i1 %118, %119
  %121 = select i1 %120, ptr %1, ptr %117
  %122 = getelementptr inbounds %struct.Handle, ptr %121, i64 0, i32 4
  %123 = load ptr, ptr %122, align 8
  %124 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %125 = getelementptr inbounds i8, ptr %123, i64 %124
  %126 = load ptr, ptr %125, align 8
  %127 = call i64 @PyLong_AsSsize_t(ptr noundef %126)
  %128 = inttoptr i64 %127 to ptr
  %129 = getelementptr inbounds i8, ptr %128, i64 %116
  br label %130
130:                                              ; preds = %37, %48, %53, %4, %17, %23, %27, %30, %106, %115, %66
  %131 = phi ptr [ null, %66 ], [ %129, %115 ], [ null, %106 ], [ null, %30 ], [ null, %27 ], [ null, %23 ], [ null, %17 ], [ null, %4 ], [ null, %53 ], [ null, %48 ], [ null, %37 ]
  ret ptr %131
}
define internal fastcc ptr @view_at(ptr noundef readonly %0, ptr noundef %1, ptr noundef %2) unnamed_addr {
  %4 = alloca [4 x ptr], align 16
  %5 = alloca [4 x i64], align 16
  %6 = alloca [4 x i64], align 16
  %7 = alloca [4 x i64], align 16
  %8 = alloca [4 x i64], align 16
  %9 = alloca [4 x i64], align 16
  %10 = alloca [4 x i64], align 16
  %11 = alloca %struct.Place, align 8
  %12 = alloca [4 x ptr], align 16
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  %16 = alloca i32, align 4
  %17 = alloca %struct.View, align 8
  call void @llvm.lifetime.start.p0(i64 136, ptr nonnull %17)
  %18 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 5
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  %21 = icmp ne ptr %19, @_Py_NoneStruct
  %22 = xor i1 %20, %21
  br i1 %22, label %23, label %72
23:                                               ; preds = %3
  %24 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %843, label %26
26:                                               ; preds = %23
  %27 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 7
  %28 = load i64, ptr %27, align 8
  %29 = icmp eq i64 %28, -1
  br i1 %29, label %843, label %30
30:                                               ; preds = %26
  %31 = icmp eq ptr %19, @_Py_NoneStruct
  %32 = or i1 %20, %31
  %33 = select i1 %32, ptr %1, ptr %19
  %34 = getelementptr inbounds %struct.Handle, ptr %33, i64 0, i32 5
  %35 = load ptr, ptr %34, align 8
  %36 = icmp eq ptr %35, null
  %37 = icmp eq ptr %35, @_Py_NoneStruct
  %38 = or i1 %36, %37
  br i1 %38, label %39, label %843
39:                                               ; preds = %30
  %40 = getelementptr inbounds %struct.Handle, ptr %33, i64 0, i32 4
  %41 = load ptr, ptr %40, align 8
  %42 = icmp eq ptr %41, null
  %43 = icmp eq ptr %41, @_Py_NoneStruct
  %44 = or i1 %42, %43
  br i1 %44, label %843, label %45
45:                                               ; preds = %39
  %46 = getelementptr inbounds %struct.Handle, ptr %33, i64 0, i32 1
  %47 = load i64, ptr %46, align 8
  %48 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %49 = load i64, ptr %48, align 8
  %50 = icmp eq i64 %47, %49
  br i1 %50, label %843, label %51
51:                                               ; preds = %45
  %52 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %53 = load i64, ptr %52, align 8
  %54 = icmp eq i64 %53, 0
  br i1 %54, label %55, label %843
55:                                               ; preds = %51
  %56 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 6
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr inbounds %struct.Object, ptr %57, i64 0, i32 1
  %59 = load ptr, ptr %58, align 8
  %60 = icmp eq ptr %59, @PyTuple_Type
  br i1 %60, label %61, label %843
61:                                               ; preds = %55
  %62 = getelementptr inbounds %struct.Tuple, ptr %57, i64 0, i32 1
  %63 = load i64, ptr %62, align 8
  %64 = icmp eq i64 %63, 1
  br i1 %64, label %65, label %843
65:                                               ; preds = %61
  %66 = getelementptr inbounds %struct.Tuple, ptr %57, i64 0, i32 2
  %67 = load ptr, ptr %66, align 8
  %68 = getelementptr inbounds %struct.Tuple, ptr %67, i64 0, i32 2
  %69 = load ptr, ptr %68, align 8
  %70 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 22), align 8
  %71 = icmp eq ptr %69, %70
  br i1 %71, label %72, label %843
72:                                               ; preds = %65, %3
  %73 = getelementptr inbounds %struct.Object, ptr %2, i64 0, i32 1
  %74 = load ptr, ptr %73, align 8
  %75 = icmp eq ptr %74, @PyTuple_Type
  br i1 %75, label %78, label %76
76:                                               ; preds = %72
  %77 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 1
  store i64 1, ptr %77, align 8
  br label %85
78:                                               ; preds = %72
  %79 = getelementptr inbounds %struct.Tuple, ptr %2, i64 0, i32 1
  %80 = load i64, ptr %79, align 8
  %81 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 1
  store i64 %80, ptr %81, align 8
  %82 = icmp sgt i64 %80, 3
  br i1 %82, label %843, label %83
83:                                               ; preds = %78
  %84 = icmp slt i64 %80, 1
  br i1 %84, label %192, label %85
85:                                               ; preds = %83, %76
  %86 = phi ptr [ %77, %76 ], [ %81, %83 ]
  br label %87
87:                                               ; preds = %188, %85
  %88 = phi i64 [ %189, %188 ], [ 0, %85 ]
  %89 = load ptr, ptr %73, align 8
  %90 = icmp eq ptr %89, @PyTuple_Type
  br i1 %90, label %91, label %94
91:                                               ; preds = %87
  %92 = getelementptr inbounds %struct.Tuple, ptr %2, i64 0, i32 2, i64 %88
  %93 = load ptr, ptr %92, align 8
  br label %94
94:                                               ; preds = %91, %87
  %95 = phi ptr [ %93, %91 ], [ %2, %87 ]
  %96 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 2, i64 %88
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %96, i8 0, i64 32, i1 false)
  %97 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 2, i64 %88, i32 1
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %16)
  store i32 0, ptr %16, align 4
  %98 = getelementptr inbounds %struct.Object, ptr %95, i64 0, i32 1
  %99 = load ptr, ptr %98, align 8
  %100 = icmp eq ptr %99, @PyLong_Type
  br i1 %100, label %108, label %101
101:                                              ; preds = %94
  %102 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 5), align 8
  %103 = icmp eq ptr %99, %102
  br i1 %103, label %105, label %104
104:                                              ; preds = %101
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %16)
  br label %113
105:                                              ; preds = %101
  %106 = getelementptr inbounds %struct.Object, ptr %95, i64 1
  %107 = load i64, ptr %106, align 8
  store i64 %107, ptr %97, align 8
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %16)
  br label %112
108:                                              ; preds = %94
  %109 = call i64 @PyLong_AsLongLongAndOverflow(ptr noundef nonnull %95, ptr noundef nonnull %16)
  %110 = load i32, ptr %16, align 4
  %111 = icmp eq i32 %110, 0
  store i64 %109, ptr %97, align 8
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %16)
  br i1 %111, label %112, label %113
112:                                              ; preds = %108, %105
  store i64 1, ptr %96, align 8
  br label %188
113:                                              ; preds = %108, %104
  %114 = icmp eq ptr %95, @_Py_NoneStruct
  br i1 %114, label %115, label %116
115:                                              ; preds = %113
  store i64 2, ptr %96, align 8
  br label %188
116:                                              ; preds = %113
  %117 = icmp eq ptr %95, @_Py_EllipsisObject
  br i1 %117, label %118, label %119
118:                                              ; preds = %116
  store i64 3, ptr %96, align 8
  br label %188
119:                                              ; preds = %116
  %120 = load ptr, ptr %98, align 8
  %121 = icmp eq ptr %120, @PySlice_Type
  br i1 %121, label %122, label %843
122:                                              ; preds = %119
  store i64 8, ptr %96, align 8
  %123 = getelementptr inbounds %struct.Slice, ptr %95, i64 0, i32 1
  %124 = load ptr, ptr %123, align 8
  %125 = icmp eq ptr %124, @_Py_NoneStruct
  br i1 %125, label %137, label %126
126:                                              ; preds = %122
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %15)
  store i32 0, ptr %15, align 4
  %127 = getelementptr inbounds %struct.Object, ptr %124, i64 0, i32 1
  %128 = load ptr, ptr %127, align 8
  %129 = icmp eq ptr %128, @PyLong_Type
  br i1 %129, label %138, label %130
130:                                              ; preds = %126
  %131 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 5), align 8
  %132 = icmp eq ptr %128, %131
  br i1 %132, label %134, label %133
133:                                              ; preds = %130
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %15)
  br label %843
134:                                              ; preds = %130
  %135 = getelementptr inbounds %struct.Object, ptr %124, i64 1
  %136 = load i64, ptr %135, align 8
  store i64 %136, ptr %97, align 8
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %15)
  br label %142
137:                                              ; preds = %122
  store i64 9, ptr %96, align 8
  br label %142
138:                                              ; preds = %126
  %139 = call i64 @PyLong_AsLongLongAndOverflow(ptr noundef nonnull %124, ptr noundef nonnull %15)
  %140 = load i32, ptr %15, align 4
  %141 = icmp eq i32 %140, 0
  store i64 %139, ptr %97, align 8
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %15)
  br i1 %141, label %142, label %843
142:                                              ; preds = %138, %137, %134
  %143 = getelementptr inbounds %struct.Slice, ptr %95, i64 0, i32 2
  %144 = load ptr, ptr %143, align 8
  %145 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 2, i64 %88, i32 2
  %146 = icmp eq ptr %144, @_Py_NoneStruct
  br i1 %146, label %158, label %147
147:                                              ; preds = %142
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %14)
  store i32 0, ptr %14, align 4
  %148 = getelementptr inbounds %struct.Object, ptr %144, i64 0, i32 1
  %149 = load ptr, ptr %148, align 8
  %150 = icmp eq ptr %149, @PyLong_Type
  br i1 %150, label %161, label %151
151:                                              ; preds = %147
  %152 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 5), align 8
  %153 = icmp eq ptr %149, %152
  br i1 %153, label %155, label %154
154:                                              ; preds = %151
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %14)
  br label %843
155:                                              ; preds = %151
  %156 = getelementptr inbounds %struct.Object, ptr %144, i64 1
  %157 = load i64, ptr %156, align 8
  store i64 %157, ptr %145, align 8
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %14)
  br label %165
158:                                              ; preds = %142
  %159 = load i64, ptr %96, align 8
  %160 = or i64 %159, 2
  store i64 %160, ptr %96, align 8
  br label %165
161:                                              ; preds = %147
  %162 = call i64 @PyLong_AsLongLongAndOverflow(ptr noundef nonnull %144, ptr noundef nonnull %14)
  %163 = load i32, ptr %14, align 4
  %164 = icmp eq i32 %163, 0
  store i64 %162, ptr %145, align 8
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %14)
  br i1 %164, label %165, label %843
165:                                              ; preds = %161, %158, %155
  %166 = getelementptr inbounds %struct.Slice, ptr %95, i64 0, i32 3
  %167 = load ptr, ptr %166, align 8
  %168 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 2, i64 %88, i32 3
  %169 = icmp eq ptr %167, @_Py_NoneStruct
  br i1 %169, label %181, label %170
170:                                              ; preds = %165
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %13)
  store i32 0, ptr %13, align 4
  %171 = getelementptr inbounds %struct.Object, ptr %167, i64 0, i32 1
  %172 = load ptr, ptr %171, align 8
  %173 = icmp eq ptr %172, @PyLong_Type
  br i1 %173, label %184, label %174
174:                                              ; preds = %170
  %175 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 5), align 8
  %176 = icmp eq ptr %172, %175
  br i1 %176, label %178, label %177
177:                                              ; preds = %174
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %13)
  br label %843
178:                                              ; preds = %174
  %179 = getelementptr inbounds %struct.Object, ptr %167, i64 1
  %180 = load i64, ptr %179, align 8
  store i64 %180, ptr %168, align 8
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %13)
  br label %188
181:                                              ; preds = %165
  %182 = load i64, ptr %96, align 8
  %183 = or i64 %182, 4
  store i64 %183, ptr %96, align 8
  br label %188
184:                                              ; preds = %170
  %185 = call i64 @PyLong_AsLongLongAndOverflow(ptr noundef nonnull %167, ptr noundef nonnull %13)
  %186 = load i32, ptr %13, align 4
  %187 = icmp eq i32 %186, 0
  store i64 %185, ptr %168, align 8
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %13)
  br i1 %187, label %188, label %843
188:                                              ; preds = %184, %181, %178, %118, %115, %112
  %189 = add nuw nsw i64 %88, 1
  %190 = load i64, ptr %86, align 8
  %191 = icmp slt i64 %189, %190
  br i1 %191, label %87, label %192
192:                                              ; preds = %188, %83
  %193 = phi i64 [ %80, %83 ], [ %190, %188 ]
  br i1 %22, label %194, label %202
194:                                              ; preds = %192
  %195 = load ptr, ptr %18, align 8
  %196 = icmp eq ptr %195, null
  %197 = icmp eq ptr %195, @_Py_NoneStruct
  %198 = or i1 %196, %197
  %199 = select i1 %198, ptr %1, ptr %195
  %200 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 6
  %201 = load ptr, ptr %200, align 8
  br label %202
202:                                              ; preds = %192, %194
  %203 = phi ptr [ %199, %194 ], [ %1, %192 ]
  %204 = phi ptr [ %201, %194 ], [ null, %192 ]
  %205 = getelementptr inbounds %struct.Handle, ptr %203, i64 0, i32 3
  %206 = load ptr, ptr %205, align 8
  store ptr %206, ptr %17, align 8
  %207 = getelementptr inbounds [2 x ptr], ptr %17, i64 0, i64 1
  store ptr %204, ptr %207, align 8
  %208 = ptrtoint ptr %206 to i64
  %209 = lshr i64 %208, 4
  %210 = ptrtoint ptr %204 to i64
  %211 = lshr i64 %210, 3
  %212 = xor i64 %209, %211
  %213 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 1
  %214 = icmp sgt i64 %193, 0
  br i1 %214, label %223, label %215
215:                                              ; preds = %223, %202
  %216 = phi i64 [ %212, %202 ], [ %241, %223 ]
  %217 = lshr i64 %216, 32
  %218 = xor i64 %217, %216
  %219 = and i64 %218, 2047
  %220 = getelementptr inbounds [2048 x %struct.View], ptr @views, i64 0, i64 %219
  %221 = load ptr, ptr %220, align 8
  %222 = icmp eq ptr %221, %206
  br i1 %222, label %244, label %258
223:                                              ; preds = %202, %223
  %224 = phi i64 [ %241, %223 ], [ %212, %202 ]
  %225 = phi i64 [ %242, %223 ], [ 0, %202 ]
  %226 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 2, i64 %225
  %227 = mul i64 %224, -7046029254386353131
  %228 = load i64, ptr %226, align 8
  %229 = shl i64 %228, 24
  %230 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 2, i64 %225, i32 1
  %231 = load i64, ptr %230, align 8
  %232 = xor i64 %229, %231
  %233 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 2, i64 %225, i32 2
  %234 = load i64, ptr %233, align 8
  %235 = shl i64 %234, 12
  %236 = xor i64 %232, %235
  %237 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 2, i64 %225, i32 3
  %238 = load i64, ptr %237, align 8
  %239 = shl i64 %238, 6
  %240 = xor i64 %236, %239
  %241 = add i64 %240, %227
  %242 = add nuw nsw i64 %225, 1
  %243 = icmp eq i64 %242, %193
  br i1 %243, label %215, label %223
244:                                              ; preds = %215
  %245 = getelementptr inbounds [2 x ptr], ptr %220, i64 0, i64 1
  %246 = load ptr, ptr %245, align 8
  %247 = icmp eq ptr %246, %204
  br i1 %247, label %248, label %258
248:                                              ; preds = %244
  %249 = getelementptr inbounds [2048 x %struct.View], ptr @views, i64 0, i64 %219, i32 1
  %250 = load i64, ptr %249, align 8
  %251 = icmp eq i64 %250, %193
  br i1 %251, label %252, label %258
252:                                              ; preds = %248
  %253 = getelementptr inbounds [2048 x %struct.View], ptr @views, i64 0, i64 %219, i32 2
  %254 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 2
  %255 = shl i64 %193, 5
  %256 = call i32 @memcmp(ptr noundef nonnull %253, ptr noundef nonnull %254, i64 noundef %255)
  %257 = icmp eq i32 %256, 0
  br i1 %257, label %843, label %258
258:                                              ; preds = %252, %248, %244, %215
  %259 = load ptr, ptr %18, align 8
  %260 = icmp eq ptr %259, null
  %261 = icmp eq ptr %259, @_Py_NoneStruct
  %262 = or i1 %260, %261
  %263 = select i1 %262, ptr %1, ptr %259
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %6)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(32) %6, i8 0, i64 32, i1 false)
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %7)
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %8)
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %9)
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %10)
  %264 = call fastcc ptr @place_of(ptr noundef %263)
  %265 = icmp eq ptr %264, null
  br i1 %265, label %796, label %266
266:                                              ; preds = %258
  %267 = getelementptr inbounds %struct.Place, ptr %264, i64 0, i32 7
  %268 = load i64, ptr %267, align 8
  %269 = icmp eq ptr %263, %1
  br i1 %269, label %273, label %270
270:                                              ; preds = %266
  %271 = call fastcc ptr @place_of(ptr noundef nonnull %1)
  %272 = icmp eq ptr %271, null
  br i1 %272, label %796, label %309
273:                                              ; preds = %266
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %11)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(128) %11, ptr noundef nonnull align 8 dereferenceable(128) %264, i64 128, i1 false)
  %274 = icmp sgt i64 %268, 0
  br i1 %274, label %275, label %417
275:                                              ; preds = %273
  %276 = icmp ult i64 %268, 4
  br i1 %276, label %298, label %277
277:                                              ; preds = %275
  %278 = and i64 %268, 9223372036854775804
  br label %279
279:                                              ; preds = %279, %277
  %280 = phi i64 [ 0, %277 ], [ %293, %279 ]
  %281 = phi <2 x i64> [ <i64 0, i64 1>, %277 ], [ %294, %279 ]
  %282 = add <2 x i64> %281, <i64 2, i64 2>
  %283 = getelementptr inbounds %struct.Place, ptr %11, i64 0, i32 8, i64 %280
  %284 = getelementptr inbounds i64, ptr %283, i64 2
  %285 = load <2 x i64>, ptr %283, align 8
  %286 = load <2 x i64>, ptr %284, align 8
  %287 = getelementptr inbounds [4 x i64], ptr %7, i64 0, i64 %280
  %288 = getelementptr inbounds i64, ptr %287, i64 2
  store <2 x i64> %285, ptr %287, align 16
  store <2 x i64> %286, ptr %288, align 16
  %289 = getelementptr inbounds [4 x i64], ptr %8, i64 0, i64 %280
  %290 = getelementptr inbounds i64, ptr %289, i64 2
  store <2 x i64> <i64 1, i64 1>, ptr %289, align 16
  store <2 x i64> <i64 1, i64 1>, ptr %290, align 16
  %291 = getelementptr inbounds [4 x i64], ptr %9, i64 0, i64 %280
  %292 = getelementptr inbounds i64, ptr %291, i64 2
  store <2 x i64> %281, ptr %291, align 16
  store <2 x i64> %282, ptr %292, align 16
  %293 = add nuw i64 %280, 4
  %294 = add <2 x i64> %281, <i64 4, i64 4>
  %295 = icmp eq i64 %293, %278
  br i1 %295, label %296, label %279
296:                                              ; preds = %279
  %297 = icmp eq i64 %268, %278
  br i1 %297, label %417, label %298
298:                                              ; preds = %275, %296
  %299 = phi i64 [ 0, %275 ], [ %278, %296 ]
  br label %300
300:                                              ; preds = %298, %300
  %301 = phi i64 [ %307, %300 ], [ %299, %298 ]
  %302 = getelementptr inbounds %struct.Place, ptr %11, i64 0, i32 8, i64 %301
  %303 = load i64, ptr %302, align 8
  %304 = getelementptr inbounds [4 x i64], ptr %7, i64 0, i64 %301
  store i64 %303, ptr %304, align 8
  %305 = getelementptr inbounds [4 x i64], ptr %8, i64 0, i64 %301
  store i64 1, ptr %305, align 8
  %306 = getelementptr inbounds [4 x i64], ptr %9, i64 0, i64 %301
  store i64 %301, ptr %306, align 8
  %307 = add nuw nsw i64 %301, 1
  %308 = icmp eq i64 %307, %268
  br i1 %308, label %417, label %300
309:                                              ; preds = %270
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %11)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(128) %11, ptr noundef nonnull align 8 dereferenceable(128) %271, i64 128, i1 false)
  %310 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 6
  %311 = load ptr, ptr %310, align 8
  %312 = getelementptr inbounds %struct.Tuple, ptr %311, i64 0, i32 2
  %313 = load ptr, ptr %312, align 8
  %314 = getelementptr inbounds %struct.Tuple, ptr %313, i64 1, i32 0, i32 1
  %315 = load ptr, ptr %314, align 8
  %316 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 30), align 8
  %317 = call ptr @PyDict_GetItemWithError(ptr noundef %315, ptr noundef %316)
  %318 = icmp eq ptr %317, null
  br i1 %318, label %797, label %319
319:                                              ; preds = %309
  %320 = getelementptr inbounds %struct.Object, ptr %317, i64 0, i32 1
  %321 = load ptr, ptr %320, align 8
  %322 = icmp eq ptr %321, @PyTuple_Type
  br i1 %322, label %323, label %797
323:                                              ; preds = %319
  %324 = getelementptr inbounds %struct.Tuple, ptr %317, i64 0, i32 1
  %325 = load i64, ptr %324, align 8
  %326 = icmp eq i64 %325, %268
  br i1 %326, label %327, label %797
327:                                              ; preds = %323
  %328 = icmp sgt i64 %268, 0
  br i1 %328, label %329, label %337
329:                                              ; preds = %327, %329
  %330 = phi i64 [ %335, %329 ], [ 0, %327 ]
  %331 = getelementptr inbounds %struct.Tuple, ptr %317, i64 0, i32 2, i64 %330
  %332 = load ptr, ptr %331, align 8
  %333 = call i64 @PyLong_AsLongLong(ptr noundef %332)
  %334 = getelementptr inbounds i64, ptr %6, i64 %330
  store i64 %333, ptr %334, align 8
  %335 = add nuw nsw i64 %330, 1
  %336 = icmp eq i64 %335, %268
  br i1 %336, label %337, label %329
337:                                              ; preds = %329, %327
  %338 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 31), align 8
  %339 = call ptr @PyDict_GetItemWithError(ptr noundef %315, ptr noundef %338)
  %340 = icmp eq ptr %339, null
  br i1 %340, label %797, label %341
341:                                              ; preds = %337
  %342 = getelementptr inbounds %struct.Object, ptr %339, i64 0, i32 1
  %343 = load ptr, ptr %342, align 8
  %344 = icmp eq ptr %343, @PyTuple_Type
  br i1 %344, label %345, label %797
345:                                              ; preds = %341
  %346 = getelementptr inbounds %struct.Tuple, ptr %339, i64 0, i32 1
  %347 = load i64, ptr %346, align 8
  %348 = icmp eq i64 %347, %268
  br i1 %348, label %349, label %797
349:                                              ; preds = %345
  br i1 %328, label %350, label %358
350:                                              ; preds = %349, %350
  %351 = phi i64 [ %356, %350 ], [ 0, %349 ]
  %352 = getelementptr inbounds %struct.Tuple, ptr %339, i64 0, i32 2, i64 %351
  %353 = load ptr, ptr %352, align 8
  %354 = call i64 @PyLong_AsLongLong(ptr noundef %353)
  %355 = getelementptr inbounds i64, ptr %7, i64 %351
  store i64 %354, ptr %355, align 8
  %356 = add nuw nsw i64 %351, 1
  %357 = icmp eq i64 %356, %268
  br i1 %357, label %358, label %350
358:                                              ; preds = %350, %349
  %359 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 32), align 8
  %360 = call ptr @PyDict_GetItemWithError(ptr noundef %315, ptr noundef %359)
  %361 = icmp eq ptr %360, null
  br i1 %361, label %797, label %362
362:                                              ; preds = %358
  %363 = getelementptr inbounds %struct.Object, ptr %360, i64 0, i32 1
  %364 = load ptr, ptr %363, align 8
  %365 = icmp eq ptr %364, @PyTuple_Type
  br i1 %365, label %366, label %797
366:                                              ; preds = %362
  %367 = getelementptr inbounds %struct.Tuple, ptr %360, i64 0, i32 1
  %368 = load i64, ptr %367, align 8
  %369 = icmp eq i64 %368, %268
  br i1 %369, label %370, label %797
370:                                              ; preds = %366
  br i1 %328, label %371, label %379
371:                                              ; preds = %370, %371
  %372 = phi i64 [ %377, %371 ], [ 0, %370 ]
  %373 = getelementptr inbounds %struct.Tuple, ptr %360, i64 0, i32 2, i64 %372
  %374 = load ptr, ptr %373, align 8
  %375 = call i64 @PyLong_AsLongLong(ptr noundef %374)
  %376 = getelementptr inbounds i64, ptr %8, i64 %372
  store i64 %375, ptr %376, align 8
  %377 = add nuw nsw i64 %372, 1
  %378 = icmp eq i64 %377, %268
  br i1 %378, label %379, label %371
379:                                              ; preds = %371, %370
  %380 = getelementptr inbounds %struct.Place, ptr %11, i64 0, i32 7
  %381 = load i64, ptr %380, align 8
  %382 = icmp sgt i64 %381, 0
  br i1 %382, label %383, label %417
383:                                              ; preds = %379, %411
  %384 = phi i64 [ %412, %411 ], [ 0, %379 ]
  %385 = phi i64 [ %415, %411 ], [ 0, %379 ]
  %386 = getelementptr inbounds %struct.Place, ptr %11, i64 0, i32 8, i64 %385
  %387 = load i64, ptr %386, align 8
  %388 = icmp ne i64 %387, 1
  %389 = icmp slt i64 %384, %268
  %390 = select i1 %388, i1 %389, i1 false
  br i1 %390, label %391, label %399
391:                                              ; preds = %383, %396
  %392 = phi i64 [ %397, %396 ], [ %384, %383 ]
  %393 = getelementptr inbounds [4 x i64], ptr %7, i64 0, i64 %392
  %394 = load i64, ptr %393, align 8
  %395 = icmp eq i64 %394, 1
  br i1 %395, label %396, label %402
396:                                              ; preds = %391
  %397 = add i64 %392, 1
  %398 = icmp eq i64 %397, %268
  br i1 %398, label %399, label %391
399:                                              ; preds = %396, %383
  %400 = phi i64 [ %384, %383 ], [ %268, %396 ]
  %401 = icmp eq i64 %387, 1
  br i1 %401, label %411, label %402
402:                                              ; preds = %391, %399
  %403 = phi i64 [ %400, %399 ], [ %392, %391 ]
  %404 = icmp eq i64 %403, %268
  br i1 %404, label %797, label %405
405:                                              ; preds = %402
  %406 = getelementptr inbounds [4 x i64], ptr %7, i64 0, i64 %403
  %407 = load i64, ptr %406, align 8
  %408 = icmp eq i64 %407, %387
  br i1 %408, label %409, label %797
409:                                              ; preds = %405
  %410 = add nsw i64 %403, 1
  br label %411
411:                                              ; preds = %409, %399
  %412 = phi i64 [ %410, %409 ], [ %400, %399 ]
  %413 = phi i64 [ %403, %409 ], [ -1, %399 ]
  %414 = getelementptr inbounds [4 x i64], ptr %9, i64 0, i64 %385
  store i64 %413, ptr %414, align 8
  %415 = add nuw nsw i64 %385, 1
  %416 = icmp eq i64 %415, %381
  br i1 %416, label %417, label %383
417:                                              ; preds = %411, %300, %296, %379, %273
  %418 = load i64, ptr %213, align 8
  %419 = icmp sgt i64 %418, 0
  br i1 %419, label %420, label %439
420:                                              ; preds = %417, %435
  %421 = phi i64 [ %437, %435 ], [ 0, %417 ]
  %422 = phi i64 [ %436, %435 ], [ -1, %417 ]
  %423 = phi i64 [ %431, %435 ], [ 0, %417 ]
  %424 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 2, i64 %421
  %425 = load i64, ptr %424, align 8
  %426 = icmp eq i64 %425, 1
  %427 = and i64 %425, 8
  %428 = icmp ne i64 %427, 0
  %429 = or i1 %426, %428
  %430 = zext i1 %429 to i64
  %431 = add nuw nsw i64 %423, %430
  %432 = icmp eq i64 %425, 3
  br i1 %432, label %433, label %435
433:                                              ; preds = %420
  %434 = icmp sgt i64 %422, -1
  br i1 %434, label %797, label %435
435:                                              ; preds = %433, %420
  %436 = phi i64 [ %422, %420 ], [ %421, %433 ]
  %437 = add nuw nsw i64 %421, 1
  %438 = icmp eq i64 %437, %418
  br i1 %438, label %439, label %420
439:                                              ; preds = %435, %417
  %440 = phi i64 [ 0, %417 ], [ %431, %435 ]
  %441 = phi i64 [ -1, %417 ], [ %436, %435 ]
  %442 = getelementptr inbounds %struct.Place, ptr %11, i64 0, i32 7
  %443 = load i64, ptr %442, align 8
  %444 = icmp sle i64 %440, %443
  %445 = icmp sgt i64 %418, -1
  %446 = and i1 %445, %444
  br i1 %446, label %447, label %797
447:                                              ; preds = %439
  %448 = icmp slt i64 %441, 0
  %449 = select i1 %448, i64 %418, i64 %441
  %450 = sub nsw i64 %443, %440
  br label %451
451:                                              ; preds = %603, %447
  %452 = phi i1 [ true, %447 ], [ %456, %603 ]
  %453 = phi i64 [ 0, %447 ], [ %605, %603 ]
  %454 = phi i64 [ 0, %447 ], [ %606, %603 ]
  %455 = phi i64 [ 0, %447 ], [ %604, %603 ]
  %456 = icmp slt i64 %454, %418
  %457 = icmp eq i64 %454, %449
  %458 = zext i1 %456 to i64
  %459 = select i1 %457, i64 %450, i64 %458
  %460 = icmp sgt i64 %459, 0
  br i1 %460, label %461, label %603
461:                                              ; preds = %451
  %462 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 2, i64 %454
  %463 = select i1 %456, ptr %462, ptr @__const.learn_window.all
  %464 = load i64, ptr %463, align 8
  %465 = icmp eq i64 %464, 3
  %466 = select i1 %465, i64 15, i64 %464
  %467 = icmp eq i64 %466, 2
  %468 = icmp eq i64 %466, 1
  %469 = and i64 %466, 4
  %470 = icmp eq i64 %469, 0
  %471 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 2, i64 %454, i32 3
  %472 = select i1 %456, ptr %471, ptr getelementptr inbounds (%struct.Part, ptr @__const.learn_window.all, i64 0, i32 3)
  %473 = select i1 %465, ptr getelementptr inbounds (%struct.Part, ptr @__const.learn_window.all, i64 0, i32 3), ptr %472
  %474 = and i64 %466, 1
  %475 = icmp eq i64 %474, 0
  %476 = and i64 %466, 2
  %477 = icmp eq i64 %476, 0
  %478 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 2, i64 %454, i32 1
  %479 = select i1 %456, ptr %478, ptr getelementptr inbounds (%struct.Part, ptr @__const.learn_window.all, i64 0, i32 1)
  %480 = select i1 %465, ptr getelementptr inbounds (%struct.Part, ptr @__const.learn_window.all, i64 0, i32 1), ptr %479
  %481 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 2, i64 %454, i32 2
  %482 = select i1 %456, ptr %481, ptr getelementptr inbounds (%struct.Part, ptr @__const.learn_window.all, i64 0, i32 2)
  %483 = select i1 %465, ptr getelementptr inbounds (%struct.Part, ptr @__const.learn_window.all, i64 0, i32 2), ptr %482
  br label %484
484:                                              ; preds = %598, %461
  %485 = phi i64 [ %453, %461 ], [ %600, %598 ]
  %486 = phi i64 [ %459, %461 ], [ %601, %598 ]
  %487 = phi i64 [ %455, %461 ], [ %599, %598 ]
  br i1 %467, label %591, label %488
488:                                              ; preds = %484
  %489 = getelementptr inbounds [4 x i64], ptr %9, i64 0, i64 %487
  %490 = load i64, ptr %489, align 8
  %491 = add nsw i64 %487, 1
  %492 = getelementptr inbounds %struct.Place, ptr %11, i64 0, i32 8, i64 %487
  %493 = load i64, ptr %492, align 8
  br i1 %468, label %494, label %502
494:                                              ; preds = %488
  %495 = load i64, ptr %480, align 8
  %496 = icmp slt i64 %495, 0
  %497 = select i1 %496, i64 %493, i64 0
  %498 = add nsw i64 %497, %495
  %499 = icmp sgt i64 %498, -1
  %500 = icmp slt i64 %498, %493
  %501 = and i1 %499, %500
  br i1 %501, label %573, label %608
502:                                              ; preds = %488
  br i1 %470, label %503, label %505
503:                                              ; preds = %502
  %504 = load i64, ptr %473, align 8
  br label %505
505:                                              ; preds = %503, %502
  %506 = phi i64 [ %504, %503 ], [ 1, %502 ]
  %507 = icmp eq i64 %506, 0
  %508 = add i64 %506, -1099511627777
  %509 = icmp ult i64 %508, -2199023255553
  %510 = or i1 %507, %509
  br i1 %510, label %608, label %511
511:                                              ; preds = %505
  %512 = icmp sgt i64 %506, 0
  br i1 %475, label %513, label %525
513:                                              ; preds = %511
  %514 = load i64, ptr %480, align 8
  %515 = icmp slt i64 %514, 0
  br i1 %515, label %516, label %521
516:                                              ; preds = %513
  %517 = sub nsw i64 0, %493
  %518 = icmp slt i64 %514, %517
  %519 = add nsw i64 %514, %493
  %520 = select i1 %518, i64 -1, i64 %519
  br label %523
521:                                              ; preds = %513
  %522 = call i64 @llvm.smin.i64(i64 %514, i64 %493)
  br label %523
523:                                              ; preds = %521, %516
  %524 = phi i64 [ %520, %516 ], [ %522, %521 ]
  br i1 %512, label %528, label %530
525:                                              ; preds = %511
  %526 = add nsw i64 %493, -1
  %527 = select i1 %512, i64 0, i64 %526
  br i1 %477, label %534, label %553
528:                                              ; preds = %523
  %529 = call i64 @llvm.smax.i64(i64 %524, i64 0)
  br i1 %477, label %534, label %554
530:                                              ; preds = %523
  %531 = icmp slt i64 %524, %493
  %532 = add nsw i64 %493, -1
  %533 = select i1 %531, i64 %524, i64 %532
  br i1 %477, label %534, label %559
534:                                              ; preds = %530, %528, %525
  %535 = phi i64 [ %533, %530 ], [ %527, %525 ], [ %529, %528 ]
  %536 = load i64, ptr %483, align 8
  %537 = icmp slt i64 %536, 0
  br i1 %537, label %538, label %543
538:                                              ; preds = %534
  %539 = sub nsw i64 0, %493
  %540 = icmp slt i64 %536, %539
  %541 = add nsw i64 %536, %493
  %542 = select i1 %540, i64 -1, i64 %541
  br label %545
543:                                              ; preds = %534
  %544 = call i64 @llvm.smin.i64(i64 %536, i64 %493)
  br label %545
545:                                              ; preds = %543, %538
  %546 = phi i64 [ %542, %538 ], [ %544, %543 ]
  br i1 %512, label %547, label %549
547:                                              ; preds = %545
  %548 = call i64 @llvm.smax.i64(i64 %546, i64 0)
  br label %554
549:                                              ; preds = %545
  %550 = icmp slt i64 %546, %493
  %551 = add nsw i64 %493, -1
  %552 = select i1 %550, i64 %546, i64 %551
  br label %559
553:                                              ; preds = %525
  br i1 %512, label %554, label %559
554:                                              ; preds = %553, %547, %528
  %555 = phi i64 [ %535, %547 ], [ 0, %553 ], [ %529, %528 ]
  %556 = phi i64 [ %548, %547 ], [ %493, %553 ], [ %493, %528 ]
  %557 = sub nsw i64 %556, %555
  %558 = icmp slt i64 %557, 1
  br i1 %558, label %608, label %566
559:                                              ; preds = %553, %549, %530
  %560 = phi i64 [ %535, %549 ], [ %526, %553 ], [ %533, %530 ]
  %561 = phi i64 [ %552, %549 ], [ -1, %553 ], [ -1, %530 ]
  %562 = sub nsw i64 %560, %561
  %563 = icmp slt i64 %562, 1
  br i1 %563, label %608, label %564
564:                                              ; preds = %559
  %565 = sub nsw i64 0, %506
  br label %566
566:                                              ; preds = %564, %554
  %567 = phi i64 [ %560, %564 ], [ %555, %554 ]
  %568 = phi i64 [ %562, %564 ], [ %557, %554 ]
  %569 = phi i64 [ %565, %564 ], [ %506, %554 ]
  %570 = add nsw i64 %568, -1
  %571 = udiv i64 %570, %569
  %572 = add nuw nsw i64 %571, 1
  br label %573
573:                                              ; preds = %566, %494
  %574 = phi i64 [ 1, %494 ], [ %506, %566 ]
  %575 = phi i64 [ 1, %494 ], [ %572, %566 ]
  %576 = phi i64 [ %498, %494 ], [ %567, %566 ]
  %577 = icmp sgt i64 %490, -1
  br i1 %577, label %578, label %590
578:                                              ; preds = %573
  %579 = getelementptr inbounds [4 x i64], ptr %8, i64 0, i64 %490
  %580 = load i64, ptr %579, align 8
  %581 = mul nsw i64 %580, %576
  %582 = getelementptr inbounds [4 x i64], ptr %6, i64 0, i64 %490
  %583 = load i64, ptr %582, align 8
  %584 = add nsw i64 %583, %581
  store i64 %584, ptr %582, align 8
  %585 = getelementptr inbounds [4 x i64], ptr %7, i64 0, i64 %490
  store i64 %575, ptr %585, align 8
  %586 = icmp ne i64 %575, 1
  %587 = or i1 %269, %586
  %588 = mul nsw i64 %580, %574
  %589 = select i1 %587, i64 %588, i64 1
  store i64 %589, ptr %579, align 8
  br label %590
590:                                              ; preds = %578, %573
  br i1 %468, label %598, label %591
591:                                              ; preds = %590, %484
  %592 = phi i64 [ %491, %590 ], [ %487, %484 ]
  %593 = phi i64 [ %575, %590 ], [ 1, %484 ]
  %594 = icmp eq i64 %485, 4
  br i1 %594, label %608, label %595
595:                                              ; preds = %591
  %596 = add nsw i64 %485, 1
  %597 = getelementptr inbounds [4 x i64], ptr %10, i64 0, i64 %485
  store i64 %593, ptr %597, align 8
  br label %598
598:                                              ; preds = %595, %590
  %599 = phi i64 [ %491, %590 ], [ %592, %595 ]
  %600 = phi i64 [ %485, %590 ], [ %596, %595 ]
  %601 = add nsw i64 %486, -1
  %602 = icmp sgt i64 %486, 1
  br i1 %602, label %484, label %603
603:                                              ; preds = %598, %451
  %604 = phi i64 [ %455, %451 ], [ %599, %598 ]
  %605 = phi i64 [ %453, %451 ], [ %600, %598 ]
  %606 = add nuw i64 %454, 1
  %607 = icmp eq i64 %454, %418
  br i1 %607, label %608, label %451
608:                                              ; preds = %603, %591, %559, %554, %505, %494
  %609 = phi i1 [ %452, %494 ], [ %452, %505 ], [ %452, %554 ], [ %452, %559 ], [ %452, %591 ], [ %456, %603 ]
  %610 = phi i64 [ 4, %591 ], [ %485, %559 ], [ %485, %554 ], [ %485, %505 ], [ %485, %494 ], [ %605, %603 ]
  %611 = icmp eq i64 %610, 0
  %612 = select i1 %609, i1 true, i1 %611
  br i1 %612, label %797, label %613
613:                                              ; preds = %608
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %12)
  store ptr %6, ptr %12, align 16
  %614 = getelementptr inbounds ptr, ptr %12, i64 1
  store ptr %7, ptr %614, align 8
  %615 = getelementptr inbounds ptr, ptr %12, i64 2
  store ptr %8, ptr %615, align 16
  %616 = getelementptr inbounds i8, ptr %12, i64 24
  store ptr null, ptr %616, align 8
  %617 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 3
  %618 = load ptr, ptr %617, align 8
  %619 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 62), align 8
  %620 = getelementptr inbounds i8, ptr %618, i64 %619
  %621 = load ptr, ptr %620, align 8
  %622 = ptrtoint ptr %621 to i64
  %623 = lshr i64 %622, 4
  %624 = xor i64 %623, %610
  %625 = icmp sgt i64 %610, 0
  br i1 %625, label %626, label %673
626:                                              ; preds = %613
  %627 = and i64 %610, 3
  %628 = icmp ult i64 %610, 4
  br i1 %628, label %657, label %629
629:                                              ; preds = %626
  %630 = and i64 %610, 9223372036854775804
  br label %631
631:                                              ; preds = %631, %629
  %632 = phi i64 [ 0, %629 ], [ %654, %631 ]
  %633 = phi i64 [ %624, %629 ], [ %653, %631 ]
  %634 = phi i64 [ 0, %629 ], [ %655, %631 ]
  %635 = mul i64 %633, 31
  %636 = getelementptr inbounds i64, ptr %10, i64 %632
  %637 = load i64, ptr %636, align 16
  %638 = add i64 %637, %635
  %639 = or disjoint i64 %632, 1
  %640 = mul i64 %638, 31
  %641 = getelementptr inbounds i64, ptr %10, i64 %639
  %642 = load i64, ptr %641, align 8
  %643 = add i64 %642, %640
  %644 = or disjoint i64 %632, 2
  %645 = mul i64 %643, 31
  %646 = getelementptr inbounds i64, ptr %10, i64 %644
  %647 = load i64, ptr %646, align 16
  %648 = add i64 %647, %645
  %649 = or disjoint i64 %632, 3
  %650 = mul i64 %648, 31
  %651 = getelementptr inbounds i64, ptr %10, i64 %649
  %652 = load i64, ptr %651, align 8
  %653 = add i64 %652, %650
  %654 = add nuw nsw i64 %632, 4
  %655 = add i64 %634, 4
  %656 = icmp eq i64 %655, %630
  br i1 %656, label %657, label %631
657:                                              ; preds = %631, %626
  %658 = phi i64 [ undef, %626 ], [ %653, %631 ]
  %659 = phi i64 [ 0, %626 ], [ %654, %631 ]
  %660 = phi i64 [ %624, %626 ], [ %653, %631 ]
  %661 = icmp eq i64 %627, 0
  br i1 %661, label %673, label %662
662:                                              ; preds = %657, %662
  %663 = phi i64 [ %670, %662 ], [ %659, %657 ]
  %664 = phi i64 [ %669, %662 ], [ %660, %657 ]
  %665 = phi i64 [ %671, %662 ], [ 0, %657 ]
  %666 = mul i64 %664, 31
  %667 = getelementptr inbounds i64, ptr %10, i64 %663
  %668 = load i64, ptr %667, align 8
  %669 = add i64 %668, %666
  %670 = add nuw nsw i64 %663, 1
  %671 = add i64 %665, 1
  %672 = icmp eq i64 %671, %627
  br i1 %672, label %673, label %662
673:                                              ; preds = %657, %662, %613
  %674 = phi i64 [ %624, %613 ], [ %658, %657 ], [ %669, %662 ]
  %675 = lshr i64 %674, 9
  %676 = xor i64 %675, %674
  %677 = and i64 %676, 255
  %678 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %677
  %679 = load ptr, ptr %678, align 8
  %680 = icmp eq ptr %679, %621
  br i1 %680, label %681, label %702
681:                                              ; preds = %673
  %682 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %677, i32 2
  %683 = load i64, ptr %682, align 8
  %684 = icmp eq i64 %683, %610
  %685 = and i1 %625, %684
  br i1 %685, label %688, label %686
686:                                              ; preds = %688, %681
  %687 = phi i1 [ %684, %681 ], [ %694, %688 ]
  br i1 %687, label %698, label %702
688:                                              ; preds = %681, %688
  %689 = phi i64 [ %695, %688 ], [ 0, %681 ]
  %690 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %677, i32 3, i64 %689
  %691 = load i64, ptr %690, align 8
  %692 = getelementptr inbounds i64, ptr %10, i64 %689
  %693 = load i64, ptr %692, align 8
  %694 = icmp eq i64 %691, %693
  %695 = add nuw nsw i64 %689, 1
  %696 = icmp slt i64 %695, %610
  %697 = select i1 %694, i1 %696, i1 false
  br i1 %697, label %688, label %686
698:                                              ; preds = %686
  %699 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %677, i32 1
  %700 = load ptr, ptr %699, align 8
  %701 = icmp eq ptr %700, null
  br i1 %701, label %702, label %712
702:                                              ; preds = %698, %686, %673
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %5)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(32) %5, i8 0, i64 32, i1 false)
  call void @Py_IncRef(ptr noundef %621)
  %703 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 64), align 8
  %704 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 58), align 8
  %705 = trunc i64 %610 to i32
  %706 = call ptr %703(ptr noundef %704, ptr noundef %621, i32 noundef %705, ptr noundef nonnull %10, ptr noundef nonnull %5, ptr noundef nonnull @scratch, i32 noundef 256, ptr noundef null)
  %707 = icmp eq ptr %706, null
  br i1 %707, label %710, label %708
708:                                              ; preds = %702
  %709 = call fastcc ptr @type_of(ptr noundef nonnull %706)
  call void @Py_DecRef(ptr noundef nonnull %706)
  br label %710
710:                                              ; preds = %708, %702
  %711 = phi ptr [ %709, %708 ], [ null, %702 ]
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %5)
  br label %712
712:                                              ; preds = %710, %698
  %713 = phi ptr [ %700, %698 ], [ %711, %710 ]
  %714 = icmp ne ptr %713, null
  %715 = icmp ne ptr %713, @_Py_NoneStruct
  %716 = and i1 %714, %715
  br i1 %716, label %717, label %798
717:                                              ; preds = %712
  %718 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 60), align 8
  %719 = getelementptr inbounds i8, ptr %713, i64 %718
  %720 = load ptr, ptr %719, align 8
  %721 = getelementptr inbounds i8, ptr %618, i64 %718
  %722 = load ptr, ptr %721, align 8
  %723 = call fastcc i32 @same(ptr noundef %720, ptr noundef %722)
  %724 = icmp eq i32 %723, 0
  br i1 %724, label %798, label %725
725:                                              ; preds = %717
  call void @Py_IncRef(ptr noundef nonnull %713)
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %4)
  %726 = load <2 x ptr>, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 30), align 8
  store <2 x ptr> %726, ptr %4, align 16
  %727 = getelementptr inbounds ptr, ptr %4, i64 2
  %728 = load <2 x ptr>, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 32), align 8
  store <2 x ptr> %728, ptr %727, align 16
  %729 = call ptr @PyDict_New()
  store ptr %10, ptr %616, align 8
  %730 = icmp eq ptr %729, null
  br i1 %730, label %799, label %732
731:                                              ; preds = %764
  br i1 %767, label %769, label %799
732:                                              ; preds = %725, %764
  %733 = phi i64 [ %766, %764 ], [ 0, %725 ]
  %734 = phi ptr [ %765, %764 ], [ %729, %725 ]
  %735 = getelementptr inbounds ptr, ptr %12, i64 %733
  %736 = load ptr, ptr %735, align 8
  %737 = icmp ult i64 %733, 3
  %738 = select i1 %737, i64 %268, i64 %610
  %739 = call i32 @PyGC_Disable()
  %740 = call ptr @PyTuple_New(i64 noundef %738)
  %741 = icmp eq i32 %739, 0
  br i1 %741, label %744, label %742
742:                                              ; preds = %732
  %743 = call i32 @PyGC_Enable()
  br label %744
744:                                              ; preds = %742, %732
  %745 = icmp ne ptr %740, null
  %746 = icmp sgt i64 %738, 0
  %747 = and i1 %746, %745
  br i1 %747, label %748, label %756
748:                                              ; preds = %744, %748
  %749 = phi i64 [ %754, %748 ], [ 0, %744 ]
  %750 = getelementptr inbounds i64, ptr %736, i64 %749
  %751 = load i64, ptr %750, align 8
  %752 = call ptr @PyLong_FromLongLong(i64 noundef %751)
  %753 = getelementptr inbounds %struct.Tuple, ptr %740, i64 0, i32 2, i64 %749
  store ptr %752, ptr %753, align 8
  %754 = add nuw nsw i64 %749, 1
  %755 = icmp eq i64 %754, %738
  br i1 %755, label %758, label %748
756:                                              ; preds = %744
  %757 = icmp eq ptr %740, null
  br i1 %757, label %794, label %758
758:                                              ; preds = %748, %756
  %759 = getelementptr inbounds [4 x ptr], ptr %4, i64 0, i64 %733
  %760 = load ptr, ptr %759, align 8
  %761 = call i32 @PyDict_SetItem(ptr noundef nonnull %734, ptr noundef %760, ptr noundef nonnull %740)
  %762 = icmp slt i32 %761, 0
  br i1 %762, label %763, label %764
763:                                              ; preds = %758
  call void @Py_DecRef(ptr noundef nonnull %734)
  br label %764
764:                                              ; preds = %763, %758
  %765 = phi ptr [ null, %763 ], [ %734, %758 ]
  call void @Py_DecRef(ptr noundef nonnull %740)
  %766 = add nuw nsw i64 %733, 1
  %767 = icmp ne ptr %765, null
  %768 = and i1 %737, %767
  br i1 %768, label %732, label %731
769:                                              ; preds = %731
  %770 = call i32 @PyGC_Disable()
  %771 = call ptr @PyTuple_New(i64 noundef 2)
  %772 = icmp eq i32 %770, 0
  br i1 %772, label %775, label %773
773:                                              ; preds = %769
  %774 = call i32 @PyGC_Enable()
  br label %775
775:                                              ; preds = %773, %769
  %776 = icmp eq ptr %771, null
  br i1 %776, label %794, label %777
777:                                              ; preds = %775
  %778 = call i32 @PyGC_Disable()
  %779 = call ptr @PyTuple_New(i64 noundef 1)
  %780 = icmp eq i32 %778, 0
  br i1 %780, label %783, label %781
781:                                              ; preds = %777
  %782 = call i32 @PyGC_Enable()
  br label %783
783:                                              ; preds = %781, %777
  %784 = icmp eq ptr %779, null
  br i1 %784, label %785, label %786
785:                                              ; preds = %783
  call void @Py_DecRef(ptr noundef nonnull %765)
  br label %794
786:                                              ; preds = %783
  %787 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 22), align 8
  call void @Py_IncRef(ptr noundef %787)
  %788 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 22), align 8
  %789 = getelementptr inbounds %struct.Tuple, ptr %771, i64 0, i32 2
  store ptr %788, ptr %789, align 8
  %790 = getelementptr inbounds %struct.Tuple, ptr %771, i64 1, i32 0, i32 1
  store ptr %765, ptr %790, align 8
  %791 = getelementptr inbounds %struct.Tuple, ptr %779, i64 0, i32 2
  store ptr %771, ptr %791, align 8
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %4)
  %792 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 4
  store ptr %779, ptr %792, align 8
  %793 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 3
  store ptr %713, ptr %793, align 8
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %12)
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %10)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %9)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %8)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %7)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %6)
  br label %804
794:                                              ; preds = %756, %785, %775
  %795 = phi ptr [ %771, %785 ], [ %765, %775 ], [ %734, %756 ]
  call void @Py_DecRef(ptr noundef nonnull %795)
  br label %799
796:                                              ; preds = %270, %258
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %10)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %9)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %8)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %7)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %6)
  br label %843
797:                                              ; preds = %405, %402, %433, %439, %323, %319, %309, %345, %341, %337, %366, %362, %358, %608
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %10)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %9)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %8)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %7)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %6)
  br label %843
798:                                              ; preds = %712, %717
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %12)
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %10)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %9)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %8)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %7)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %6)
  br label %843
799:                                              ; preds = %725, %731, %794
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %4)
  %800 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 4
  store ptr null, ptr %800, align 8
  %801 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 3
  store ptr %713, ptr %801, align 8
  call void @Py_DecRef(ptr noundef nonnull %713)
  %802 = load ptr, ptr %800, align 8
  %803 = icmp eq ptr %802, null
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %12)
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %10)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %9)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %8)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %7)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %6)
  br i1 %803, label %843, label %804
804:                                              ; preds = %786, %799
  %805 = load ptr, ptr %17, align 8
  call void @Py_IncRef(ptr noundef %805)
  %806 = load ptr, ptr %207, align 8
  %807 = icmp eq ptr %806, null
  br i1 %807, label %809, label %808
808:                                              ; preds = %804
  call void @Py_IncRef(ptr noundef nonnull %806)
  br label %809
809:                                              ; preds = %808, %804
  %810 = load ptr, ptr %220, align 8
  %811 = getelementptr inbounds i8, ptr %220, i64 8
  %812 = load ptr, ptr %811, align 8
  %813 = getelementptr inbounds i8, ptr %220, i64 120
  %814 = load ptr, ptr %813, align 8
  %815 = getelementptr inbounds i8, ptr %220, i64 128
  %816 = load ptr, ptr %815, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %220, ptr noundef nonnull align 8 dereferenceable(136) %17, i64 136, i1 false)
  %817 = icmp eq ptr %810, null
  br i1 %817, label %819, label %818
818:                                              ; preds = %809
  call void @Py_DecRef(ptr noundef nonnull %810)
  br label %819
819:                                              ; preds = %809, %818
  %820 = icmp eq ptr %812, null
  br i1 %820, label %822, label %821
821:                                              ; preds = %819
  call void @Py_DecRef(ptr noundef nonnull %812)
  br label %822
822:                                              ; preds = %819, %821
  %823 = icmp eq ptr %814, null
  br i1 %823, label %825, label %824
824:                                              ; preds = %822
  call void @Py_DecRef(ptr noundef nonnull %814)
  br label %825
825:                                              ; preds = %822, %824
  %826 = icmp eq ptr %816, null
  br i1 %826, label %828, label %827
827:                                              ; preds = %825
  call void @Py_DecRef(ptr noundef nonnull %816)
  br label %828
828:                                              ; preds = %825, %827
  %829 = icmp eq ptr %0, null
  br i1 %829, label %843, label %830
830:                                              ; preds = %828
  %831 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 3
  %832 = load i64, ptr %831, align 8
  %833 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 5
  %834 = load i64, ptr %833, align 8
  %835 = or i64 %834, %832
  %836 = icmp eq i64 %835, 0
  br i1 %836, label %837, label %843
837:                                              ; preds = %830
  %838 = load ptr, ptr %815, align 8
  %839 = getelementptr inbounds %struct.View, ptr %17, i64 0, i32 4
  %840 = load ptr, ptr %839, align 8
  %841 = icmp eq ptr %838, %840
  %842 = select i1 %841, ptr %220, ptr null
  br label %843
843:                                              ; preds = %138, %161, %184, %119, %30, %828, %133, %154, %177, %78, %55, %61, %39, %45, %798, %797, %796, %252, %799, %837, %830, %23, %26, %51, %65
  %844 = phi ptr [ null, %65 ], [ null, %51 ], [ null, %26 ], [ null, %23 ], [ %220, %252 ], [ null, %799 ], [ null, %830 ], [ %842, %837 ], [ null, %796 ], [ null, %797 ], [ null, %798 ], [ null, %45 ], [ null, %39 ], [ null, %61 ], [ null, %55 ], [ null, %78 ], [ null, %177 ], [ null, %154 ], [ null, %133 ], [ null, %828 ], [ null, %30 ], [ null, %119 ], [ null, %184 ], [ null, %161 ], [ null, %138 ]
  call void @llvm.lifetime.end.p0(i64 136, ptr nonnull %17)
  ret ptr %844
}
define internal fastcc ptr @show(ptr noundef %0, ptr nocapture noundef readonly %1) unnamed_addr {
  %3 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %4 = load ptr, ptr @core, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %24, label %6
6:                                                ; preds = %2
  %7 = getelementptr inbounds %struct.Type, ptr %3, i64 0, i32 5
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %8, @handle_dealloc
  br i1 %9, label %10, label %24
10:                                               ; preds = %6
  %11 = getelementptr inbounds %struct.Handle, ptr %4, i64 0, i32 1
  %12 = load ptr, ptr %11, align 8
  store ptr %12, ptr @core, align 8
  %13 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  %14 = add nsw i64 %13, -1
  store i64 %14, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  store i64 1, ptr %4, align 8
  %15 = getelementptr inbounds %struct.Object, ptr %4, i64 0, i32 1
  store ptr %3, ptr %15, align 8
  %16 = load i64, ptr %3, align 8
  %17 = add nsw i64 %16, 1
  store i64 %17, ptr %3, align 8
  %18 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 5
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  %21 = icmp eq ptr %19, @_Py_NoneStruct
  %22 = or i1 %20, %21
  %23 = select i1 %22, ptr %0, ptr %19
  br label %33
24:                                               ; preds = %2, %6
  %25 = tail call ptr @PyType_GenericAlloc(ptr noundef %3, i64 noundef 0)
  %26 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 5
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %27, null
  %29 = icmp eq ptr %27, @_Py_NoneStruct
  %30 = or i1 %28, %29
  %31 = select i1 %30, ptr %0, ptr %27
  %32 = icmp eq ptr %25, null
  br i1 %32, label %51, label %33
33:                                               ; preds = %10, %24
  %34 = phi ptr [ %23, %10 ], [ %31, %24 ]
  %35 = phi ptr [ %4, %10 ], [ %25, %24 ]
  %36 = getelementptr inbounds %struct.Handle, ptr %35, i64 0, i32 1
  store i64 -1, ptr %36, align 8
  %37 = getelementptr inbounds %struct.Handle, ptr %35, i64 0, i32 8
  store i64 -1, ptr %37, align 8
  %38 = getelementptr inbounds %struct.Handle, ptr %35, i64 0, i32 2
  store i64 -1, ptr %38, align 8
  %39 = getelementptr inbounds %struct.View, ptr %1, i64 0, i32 3
  %40 = load ptr, ptr %39, align 8
  %41 = getelementptr inbounds %struct.Handle, ptr %35, i64 0, i32 3
  store ptr %40, ptr %41, align 8
  %42 = getelementptr inbounds %struct.Handle, ptr %35, i64 0, i32 5
  store ptr %34, ptr %42, align 8
  %43 = getelementptr inbounds %struct.View, ptr %1, i64 0, i32 4
  %44 = load ptr, ptr %43, align 8
  %45 = getelementptr inbounds %struct.Handle, ptr %35, i64 0, i32 6
  store ptr %44, ptr %45, align 8
  %46 = load i64, ptr %40, align 8
  %47 = add nsw i64 %46, 1
  store i64 %47, ptr %40, align 8
  %48 = load i64, ptr %34, align 8
  %49 = add nsw i64 %48, 1
  store i64 %49, ptr %34, align 8
  %50 = load ptr, ptr %45, align 8
  tail call void @Py_IncRef(ptr noundef %50)
  br label %51
51:                                               ; preds = %24, %33
  %52 = phi ptr [ %35, %33 ], [ null, %24 ]
  ret ptr %52
}
define internal fastcc ptr @view_of(ptr noundef %0, ptr noundef %1, ptr noundef %2) unnamed_addr {
  %4 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 5
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  %7 = icmp eq ptr %5, @_Py_NoneStruct
  %8 = or i1 %6, %7
  br i1 %8, label %13, label %9
9:                                                ; preds = %3
  %10 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 7
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, -1
  br i1 %12, label %13, label %45
13:                                               ; preds = %9, %3
  %14 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %15 = load ptr, ptr @core, align 8
  %16 = icmp eq ptr %15, null
  br i1 %16, label %29, label %17
17:                                               ; preds = %13
  %18 = getelementptr inbounds %struct.Type, ptr %14, i64 0, i32 5
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, @handle_dealloc
  br i1 %20, label %21, label %29
21:                                               ; preds = %17
  %22 = getelementptr inbounds %struct.Handle, ptr %15, i64 0, i32 1
  %23 = load ptr, ptr %22, align 8
  store ptr %23, ptr @core, align 8
  %24 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  %25 = add nsw i64 %24, -1
  store i64 %25, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  store i64 1, ptr %15, align 8
  %26 = getelementptr inbounds %struct.Object, ptr %15, i64 0, i32 1
  store ptr %14, ptr %26, align 8
  %27 = load i64, ptr %14, align 8
  %28 = add nsw i64 %27, 1
  store i64 %28, ptr %14, align 8
  br label %32
29:                                               ; preds = %13, %17
  %30 = tail call ptr @PyType_GenericAlloc(ptr noundef %14, i64 noundef 0)
  %31 = icmp eq ptr %30, null
  br i1 %31, label %45, label %32
32:                                               ; preds = %21, %29
  %33 = phi ptr [ %15, %21 ], [ %30, %29 ]
  %34 = getelementptr inbounds %struct.Handle, ptr %33, i64 0, i32 1
  store i64 -1, ptr %34, align 8
  %35 = getelementptr inbounds %struct.Handle, ptr %33, i64 0, i32 8
  store i64 -1, ptr %35, align 8
  %36 = getelementptr inbounds %struct.Handle, ptr %33, i64 0, i32 2
  store i64 -1, ptr %36, align 8
  %37 = getelementptr inbounds %struct.Handle, ptr %33, i64 0, i32 3
  store ptr %1, ptr %37, align 8
  %38 = getelementptr inbounds %struct.Handle, ptr %33, i64 0, i32 5
  store ptr %0, ptr %38, align 8
  %39 = getelementptr inbounds %struct.Handle, ptr %33, i64 0, i32 6
  store ptr %2, ptr %39, align 8
  %40 = load i64, ptr %1, align 8
  %41 = add nsw i64 %40, 1
  store i64 %41, ptr %1, align 8
  %42 = load i64, ptr %0, align 8
  %43 = add nsw i64 %42, 1
  store i64 %43, ptr %0, align 8
  %44 = load ptr, ptr %39, align 8
  tail call void @Py_IncRef(ptr noundef %44)
  br label %45
45:                                               ; preds = %32, %29, %9
  %46 = phi ptr [ null, %9 ], [ %33, %32 ], [ null, %29 ]
  ret ptr %46
}
define internal fastcc ptr @follow(ptr nocapture noundef %0, ptr noundef readnone %1, ptr nocapture noundef readonly %2, i64 noundef %3, ptr noundef %4, i64 noundef %5, ptr noundef %6) unnamed_addr {
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i32, align 4
  %12 = alloca [8 x %struct.Operand], align 16
  %13 = icmp eq ptr %6, null
  br i1 %13, label %44, label %14
14:                                               ; preds = %7
  %15 = getelementptr inbounds %struct.Object, ptr %6, i64 0, i32 1
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds %struct.Type, ptr %16, i64 0, i32 5
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, @handle_dealloc
  br i1 %19, label %20, label %292
20:                                               ; preds = %14
  %21 = getelementptr inbounds %struct.Handle, ptr %6, i64 0, i32 5
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  %24 = icmp eq ptr %22, @_Py_NoneStruct
  %25 = or i1 %23, %24
  br i1 %25, label %26, label %292
26:                                               ; preds = %20
  %27 = getelementptr inbounds %struct.Handle, ptr %6, i64 0, i32 4
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  %30 = icmp eq ptr %28, @_Py_NoneStruct
  %31 = or i1 %29, %30
  br i1 %31, label %38, label %32
32:                                               ; preds = %26
  %33 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %34 = getelementptr inbounds i8, ptr %28, i64 %33
  %35 = load ptr, ptr %34, align 8
  %36 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 7), align 8
  %37 = icmp eq ptr %35, %36
  br i1 %37, label %44, label %292
38:                                               ; preds = %26
  %39 = getelementptr inbounds %struct.Handle, ptr %6, i64 0, i32 1
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %42 = load i64, ptr %41, align 8
  %43 = icmp eq i64 %40, %42
  br i1 %43, label %44, label %292
44:                                               ; preds = %38, %32, %7
  %45 = icmp sgt i64 %3, 0
  br i1 %45, label %46, label %87
46:                                               ; preds = %44
  %47 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  br label %48
48:                                               ; preds = %46, %84
  %49 = phi i64 [ 0, %46 ], [ %85, %84 ]
  %50 = getelementptr inbounds ptr, ptr %2, i64 %49
  %51 = load ptr, ptr %50, align 8
  %52 = getelementptr inbounds %struct.Object, ptr %51, i64 0, i32 1
  %53 = load ptr, ptr %52, align 8
  %54 = getelementptr inbounds %struct.Type, ptr %53, i64 0, i32 5
  %55 = load ptr, ptr %54, align 8
  %56 = icmp eq ptr %55, @handle_dealloc
  br i1 %56, label %57, label %84
57:                                               ; preds = %48
  %58 = getelementptr inbounds %struct.Handle, ptr %51, i64 0, i32 5
  %59 = load ptr, ptr %58, align 8
  %60 = icmp eq ptr %59, null
  %61 = icmp eq ptr %59, @_Py_NoneStruct
  %62 = or i1 %60, %61
  br i1 %62, label %84, label %63
63:                                               ; preds = %57
  %64 = getelementptr inbounds %struct.Handle, ptr %51, i64 0, i32 1
  %65 = load i64, ptr %64, align 8
  %66 = load i64, ptr %47, align 8
  %67 = icmp eq i64 %65, %66
  br i1 %67, label %68, label %81
68:                                               ; preds = %63, %68
  %69 = phi ptr [ %71, %68 ], [ %51, %63 ]
  %70 = getelementptr inbounds %struct.Handle, ptr %69, i64 0, i32 5
  %71 = load ptr, ptr %70, align 8
  %72 = icmp eq ptr %71, null
  %73 = icmp eq ptr %71, @_Py_NoneStruct
  %74 = or i1 %72, %73
  br i1 %74, label %75, label %68
75:                                               ; preds = %68
  %76 = getelementptr inbounds %struct.Handle, ptr %69, i64 0, i32 7
  %77 = load i64, ptr %76, align 8
  %78 = getelementptr inbounds %struct.Handle, ptr %51, i64 0, i32 8
  %79 = load i64, ptr %78, align 8
  %80 = icmp eq i64 %77, %79
  br i1 %80, label %84, label %81
81:                                               ; preds = %63, %75
  %82 = tail call fastcc i32 @read_view(ptr noundef %0, ptr noundef nonnull %51)
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %292, label %84
84:                                               ; preds = %48, %57, %75, %81
  %85 = add nuw nsw i64 %49, 1
  %86 = icmp eq i64 %85, %3
  br i1 %86, label %87, label %48
87:                                               ; preds = %84, %44
  %88 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 7
  %89 = load ptr, ptr %88, align 8
  %90 = getelementptr inbounds %struct.Position, ptr %89, i64 0, i32 2
  %91 = load ptr, ptr %90, align 8
  %92 = icmp eq ptr %91, null
  br i1 %92, label %292, label %93
93:                                               ; preds = %87, %98
  %94 = phi ptr [ %100, %98 ], [ %91, %87 ]
  %95 = getelementptr inbounds %struct.Position, ptr %94, i64 0, i32 4
  %96 = load ptr, ptr %95, align 8
  %97 = icmp eq ptr %96, %1
  br i1 %97, label %102, label %98
98:                                               ; preds = %93
  %99 = getelementptr inbounds %struct.Position, ptr %94, i64 0, i32 3
  %100 = load ptr, ptr %99, align 8
  %101 = icmp eq ptr %100, null
  br i1 %101, label %292, label %93
102:                                              ; preds = %93
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %12)
  %103 = icmp sgt i64 %3, 8
  br i1 %103, label %104, label %120
104:                                              ; preds = %102
  %105 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 23
  %106 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 24
  %107 = load i64, ptr %106, align 8
  %108 = icmp slt i64 %107, %3
  %109 = load ptr, ptr %105, align 8
  br i1 %108, label %110, label %120
110:                                              ; preds = %104
  %111 = lshr i64 %3, 1
  %112 = add nuw i64 %3, 64
  %113 = add nuw i64 %112, %111
  %114 = mul nsw i64 %113, 24
  %115 = tail call ptr @PyMem_RawRealloc(ptr noundef %109, i64 noundef %114)
  %116 = icmp eq ptr %115, null
  br i1 %116, label %118, label %117
117:                                              ; preds = %110
  store ptr %115, ptr %105, align 8
  store i64 %113, ptr %106, align 8
  br label %120
118:                                              ; preds = %110
  %119 = tail call ptr @PyErr_NoMemory()
  br label %290
120:                                              ; preds = %117, %104, %102
  %121 = phi ptr [ %12, %102 ], [ %109, %104 ], [ %115, %117 ]
  %122 = call fastcc i64 @keys_of(ptr noundef %0, ptr noundef %2, i64 noundef %3, ptr noundef %121)
  %123 = icmp slt i64 %122, 0
  br i1 %123, label %290, label %124
124:                                              ; preds = %120
  %125 = getelementptr inbounds %struct.Handle, ptr %6, i64 0, i32 3
  %126 = icmp slt i64 %3, 1
  %127 = icmp eq ptr %4, null
  br label %128
128:                                              ; preds = %124, %284
  %129 = phi ptr [ %94, %124 ], [ %286, %284 ]
  %130 = getelementptr inbounds %struct.Position, ptr %129, i64 0, i32 4
  %131 = load ptr, ptr %130, align 8
  %132 = icmp eq ptr %131, %1
  br i1 %132, label %133, label %284
133:                                              ; preds = %128
  %134 = getelementptr inbounds %struct.Position, ptr %129, i64 0, i32 12
  %135 = load i64, ptr %134, align 8
  %136 = icmp eq i64 %135, %3
  br i1 %136, label %137, label %284
137:                                              ; preds = %133
  %138 = getelementptr inbounds %struct.Position, ptr %129, i64 0, i32 6
  %139 = load i64, ptr %138, align 8
  %140 = icmp eq i64 %139, %5
  br i1 %140, label %141, label %284
141:                                              ; preds = %137
  %142 = getelementptr inbounds %struct.Position, ptr %129, i64 0, i32 5
  %143 = load ptr, ptr %142, align 8
  br i1 %13, label %146, label %144
144:                                              ; preds = %141
  %145 = load ptr, ptr %125, align 8
  br label %146
146:                                              ; preds = %141, %144
  %147 = phi ptr [ %145, %144 ], [ null, %141 ]
  %148 = icmp eq ptr %143, %147
  br i1 %148, label %149, label %284
149:                                              ; preds = %146
  br i1 %126, label %197, label %150
150:                                              ; preds = %149
  %151 = getelementptr inbounds %struct.Position, ptr %129, i64 0, i32 16
  %152 = load ptr, ptr %151, align 8
  %153 = getelementptr inbounds %struct.Position, ptr %129, i64 0, i32 8
  %154 = load i64, ptr %152, align 8
  %155 = and i64 %154, 15
  %156 = load i64, ptr %121, align 8
  %157 = icmp eq i64 %155, %156
  br i1 %157, label %165, label %284
158:                                              ; preds = %191
  %159 = getelementptr inbounds %struct.Operand, ptr %152, i64 %192
  %160 = load i64, ptr %159, align 8
  %161 = and i64 %160, 15
  %162 = getelementptr inbounds %struct.Operand, ptr %121, i64 %192
  %163 = load i64, ptr %162, align 8
  %164 = icmp eq i64 %161, %163
  br i1 %164, label %165, label %195
165:                                              ; preds = %150, %158
  %166 = phi i64 [ %160, %158 ], [ %154, %150 ]
  %167 = phi i64 [ %192, %158 ], [ 0, %150 ]
  %168 = phi i1 [ %193, %158 ], [ false, %150 ]
  %169 = getelementptr inbounds %struct.Operand, ptr %152, i64 %167, i32 1
  %170 = load i64, ptr %169, align 8
  %171 = getelementptr inbounds %struct.Operand, ptr %121, i64 %167, i32 1
  %172 = load i64, ptr %171, align 8
  %173 = icmp eq i64 %170, %172
  br i1 %173, label %180, label %174
174:                                              ; preds = %165
  %175 = load i64, ptr %153, align 8
  %176 = icmp ne i64 %175, 0
  %177 = and i64 %166, -2
  %178 = icmp eq i64 %177, 4
  %179 = and i1 %178, %176
  br i1 %179, label %180, label %195
180:                                              ; preds = %174, %165
  %181 = getelementptr inbounds %struct.Operand, ptr %152, i64 %167, i32 2
  %182 = load i64, ptr %181, align 8
  %183 = getelementptr inbounds %struct.Operand, ptr %121, i64 %167, i32 2
  %184 = load i64, ptr %183, align 8
  %185 = icmp eq i64 %182, %184
  br i1 %185, label %191, label %186
186:                                              ; preds = %180
  %187 = load i64, ptr %153, align 8
  %188 = icmp ne i64 %187, 0
  %189 = icmp eq i64 %166, 6
  %190 = and i1 %189, %188
  br i1 %190, label %191, label %195
191:                                              ; preds = %186, %180
  %192 = add nuw nsw i64 %167, 1
  %193 = icmp sge i64 %192, %3
  %194 = icmp eq i64 %192, %3
  br i1 %194, label %195, label %158
195:                                              ; preds = %191, %186, %174, %158
  %196 = phi i1 [ %193, %158 ], [ %168, %174 ], [ %168, %186 ], [ %193, %191 ]
  br i1 %196, label %197, label %284
197:                                              ; preds = %149, %195
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10)
  store i64 0, ptr %10, align 8
  br i1 %127, label %203, label %198
198:                                              ; preds = %197
  %199 = call i64 @PyDict_Size(ptr noundef nonnull %4)
  %200 = getelementptr inbounds %struct.Position, ptr %129, i64 0, i32 13
  %201 = load i64, ptr %200, align 8
  %202 = sub nsw i64 %199, %201
  br label %207
203:                                              ; preds = %197
  %204 = getelementptr inbounds %struct.Position, ptr %129, i64 0, i32 13
  %205 = load i64, ptr %204, align 8
  %206 = sub nsw i64 0, %205
  br label %207
207:                                              ; preds = %203, %198
  %208 = phi i64 [ %201, %198 ], [ %205, %203 ]
  %209 = phi i64 [ %202, %198 ], [ %206, %203 ]
  switch i64 %209, label %283 [
    i64 0, label %214
    i64 1, label %210
  ]
210:                                              ; preds = %207
  %211 = load ptr, ptr %130, align 8
  %212 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 28), align 8
  %213 = icmp eq ptr %211, %212
  br i1 %213, label %214, label %283
214:                                              ; preds = %210, %207
  %215 = getelementptr inbounds %struct.Position, ptr %129, i64 0, i32 17
  %216 = load ptr, ptr %215, align 8
  %217 = getelementptr inbounds %struct.Param, ptr %216, i64 %208
  %218 = icmp sgt i64 %208, 0
  br i1 %218, label %219, label %288
219:                                              ; preds = %214
  %220 = getelementptr inbounds %struct.Position, ptr %129, i64 0, i32 8
  %221 = getelementptr inbounds %struct.Position, ptr %129, i64 0, i32 19
  br label %222
222:                                              ; preds = %280, %219
  %223 = phi ptr [ %216, %219 ], [ %281, %280 ]
  %224 = call i32 @PyDict_Next(ptr noundef %4, ptr noundef nonnull %10, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %225 = icmp eq i32 %224, 0
  br i1 %225, label %288, label %226
226:                                              ; preds = %222
  %227 = load ptr, ptr %8, align 8
  %228 = load ptr, ptr %223, align 8
  %229 = icmp eq ptr %227, %228
  br i1 %229, label %230, label %283
230:                                              ; preds = %226
  %231 = getelementptr inbounds %struct.Param, ptr %223, i64 0, i32 2
  %232 = load i64, ptr %231, align 8
  %233 = icmp eq i64 %232, 0
  %234 = load ptr, ptr %9, align 8
  br i1 %233, label %235, label %240
235:                                              ; preds = %230
  %236 = getelementptr inbounds %struct.Param, ptr %223, i64 0, i32 1
  %237 = load ptr, ptr %236, align 8
  %238 = call fastcc i32 @same(ptr noundef %234, ptr noundef %237)
  %239 = icmp eq i32 %238, 0
  br i1 %239, label %283, label %280
240:                                              ; preds = %230
  %241 = getelementptr inbounds %struct.Object, ptr %234, i64 0, i32 1
  %242 = load ptr, ptr %241, align 8
  %243 = icmp eq ptr %242, @PyTuple_Type
  br i1 %243, label %244, label %283
244:                                              ; preds = %240
  %245 = getelementptr inbounds %struct.Tuple, ptr %234, i64 0, i32 1
  %246 = load i64, ptr %245, align 8
  %247 = getelementptr inbounds %struct.Param, ptr %223, i64 0, i32 3
  %248 = load i64, ptr %247, align 8
  %249 = icmp eq i64 %246, %248
  br i1 %249, label %250, label %283
250:                                              ; preds = %244
  %251 = icmp sgt i64 %246, 0
  br i1 %251, label %252, label %280
252:                                              ; preds = %250
  %253 = getelementptr inbounds %struct.Param, ptr %223, i64 0, i32 4
  br label %254
254:                                              ; preds = %276, %252
  %255 = phi i64 [ 0, %252 ], [ %277, %276 ]
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %11)
  %256 = getelementptr inbounds %struct.Tuple, ptr %234, i64 0, i32 2, i64 %255
  %257 = load ptr, ptr %256, align 8
  %258 = getelementptr inbounds %struct.Object, ptr %257, i64 0, i32 1
  %259 = load ptr, ptr %258, align 8
  %260 = icmp eq ptr %259, @PyLong_Type
  br i1 %260, label %261, label %275
261:                                              ; preds = %254
  %262 = call i64 @PyLong_AsLongLongAndOverflow(ptr noundef nonnull %257, ptr noundef nonnull %11)
  %263 = load i32, ptr %11, align 4
  %264 = icmp eq i32 %263, 0
  br i1 %264, label %265, label %275
265:                                              ; preds = %261
  %266 = load i64, ptr %220, align 8
  %267 = icmp eq i64 %266, 0
  br i1 %267, label %268, label %276
268:                                              ; preds = %265
  %269 = load ptr, ptr %221, align 8
  %270 = load i64, ptr %253, align 8
  %271 = getelementptr i64, ptr %269, i64 %270
  %272 = getelementptr i64, ptr %271, i64 %255
  %273 = load i64, ptr %272, align 8
  %274 = icmp eq i64 %262, %273
  br i1 %274, label %276, label %275
275:                                              ; preds = %268, %261, %254
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %11)
  br label %283
276:                                              ; preds = %268, %265
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %11)
  %277 = add nuw nsw i64 %255, 1
  %278 = load i64, ptr %247, align 8
  %279 = icmp slt i64 %277, %278
  br i1 %279, label %254, label %280
280:                                              ; preds = %276, %250, %235
  %281 = getelementptr inbounds %struct.Param, ptr %223, i64 1
  %282 = icmp ult ptr %281, %217
  br i1 %282, label %222, label %288
283:                                              ; preds = %226, %235, %244, %240, %207, %210, %275
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8)
  br label %284
284:                                              ; preds = %150, %283, %128, %133, %137, %146, %195
  %285 = getelementptr inbounds %struct.Position, ptr %129, i64 0, i32 3
  %286 = load ptr, ptr %285, align 8
  %287 = icmp eq ptr %286, null
  br i1 %287, label %290, label %128
288:                                              ; preds = %214, %222, %280
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8)
  %289 = call fastcc ptr @take(ptr noundef %0, ptr noundef nonnull %129, ptr noundef %2, ptr noundef %121, i64 noundef %3, i64 noundef %122, ptr noundef %4, ptr noundef %6)
  br label %290
290:                                              ; preds = %284, %118, %120, %288
  %291 = phi ptr [ null, %118 ], [ null, %120 ], [ %289, %288 ], [ null, %284 ]
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %12)
  br label %292
292:                                              ; preds = %81, %98, %87, %290, %14, %32, %38, %20
  %293 = phi ptr [ null, %20 ], [ null, %38 ], [ null, %32 ], [ null, %14 ], [ %291, %290 ], [ null, %87 ], [ null, %98 ], [ null, %81 ]
  ret ptr %293
}
define internal fastcc ptr @get_by_numpy(ptr nocapture noundef readonly %0, ptr noundef %1, ptr noundef %2) unnamed_addr {
  %4 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %7 = icmp eq ptr %5, %6
  br i1 %7, label %8, label %68
8:                                                ; preds = %3
  %9 = getelementptr inbounds %struct.Object, ptr %2, i64 0, i32 1
  %10 = load ptr, ptr %9, align 8
  %11 = icmp eq ptr %10, %5
  %12 = icmp eq ptr %10, @PyList_Type
  %13 = or i1 %12, %11
  br i1 %13, label %32, label %14
14:                                               ; preds = %8
  %15 = icmp eq ptr %10, @PyTuple_Type
  br i1 %15, label %16, label %68
16:                                               ; preds = %14
  %17 = getelementptr inbounds %struct.Tuple, ptr %2, i64 0, i32 1
  %18 = load i64, ptr %17, align 8
  %19 = icmp slt i64 %18, 1
  br i1 %19, label %68, label %23
20:                                               ; preds = %23
  %21 = add nuw nsw i64 %24, 1
  %22 = icmp eq i64 %18, %21
  br i1 %22, label %68, label %23
23:                                               ; preds = %16, %20
  %24 = phi i64 [ %21, %20 ], [ 0, %16 ]
  %25 = getelementptr inbounds %struct.Tuple, ptr %2, i64 0, i32 2, i64 %24
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds %struct.Object, ptr %26, i64 0, i32 1
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, %5
  %30 = icmp eq ptr %28, @PyList_Type
  %31 = or i1 %29, %30
  br i1 %31, label %32, label %20
32:                                               ; preds = %23, %8
  %33 = tail call fastcc i32 @made_of(ptr noundef nonnull %2)
  %34 = icmp slt i32 %33, 0
  br i1 %34, label %68, label %35
35:                                               ; preds = %32
  %36 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %37 = tail call fastcc ptr @as_numpy(ptr noundef %0, ptr noundef %1, i64 noundef %36, i32 noundef 1024)
  %38 = icmp eq ptr %37, null
  br i1 %38, label %45, label %39
39:                                               ; preds = %35
  %40 = tail call fastcc ptr @as_argument(ptr noundef %0, ptr noundef nonnull %2, i32 noundef 1024)
  %41 = icmp eq ptr %40, null
  br i1 %41, label %45, label %42
42:                                               ; preds = %39
  %43 = tail call ptr @PyObject_GetItem(ptr noundef nonnull %37, ptr noundef nonnull %40)
  %44 = icmp eq ptr %43, null
  br i1 %44, label %45, label %54
45:                                               ; preds = %35, %39, %42
  %46 = phi ptr [ %40, %42 ], [ null, %39 ], [ null, %35 ]
  %47 = tail call ptr @PyErr_Occurred()
  %48 = icmp eq ptr %47, null
  br i1 %48, label %58, label %49
49:                                               ; preds = %45
  %50 = load ptr, ptr @PyExc_Exception, align 8
  %51 = tail call i32 @PyErr_ExceptionMatches(ptr noundef %50)
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %58, label %53
53:                                               ; preds = %49
  tail call void @PyErr_Clear()
  br label %58
54:                                               ; preds = %42
  %55 = load i64, ptr %37, align 8
  %56 = icmp sgt i64 %55, 1
  br i1 %56, label %57, label %58
57:                                               ; preds = %54
  tail call void @Py_DecRef(ptr noundef nonnull %43)
  br label %58
58:                                               ; preds = %53, %49, %45, %57, %54
  %59 = phi ptr [ %40, %57 ], [ %40, %54 ], [ %46, %45 ], [ %46, %49 ], [ %46, %53 ]
  %60 = phi ptr [ null, %57 ], [ %43, %54 ], [ null, %45 ], [ null, %49 ], [ null, %53 ]
  tail call fastcc void @give_back(ptr noundef %37)
  tail call fastcc void @give_back(ptr noundef %59)
  %61 = tail call fastcc ptr @from_numpy(ptr noundef %60)
  %62 = icmp eq ptr %61, null
  br i1 %62, label %68, label %63
63:                                               ; preds = %58
  %64 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %65 = getelementptr inbounds %struct.Counts, ptr %64, i64 0, i32 12
  %66 = load i64, ptr %65, align 8
  %67 = add nsw i64 %66, 1
  store i64 %67, ptr %65, align 8
  br label %68
68:                                               ; preds = %20, %16, %14, %58, %63, %3, %32
  %69 = phi ptr [ null, %32 ], [ null, %3 ], [ %61, %63 ], [ null, %58 ], [ null, %14 ], [ null, %16 ], [ null, %20 ]
  ret ptr %69
}
declare ptr @PyObject_Vectorcall(ptr noundef, ptr noundef, i64 noundef, ptr noundef) local_unnamed_addr
define i32 @mp_ass_subscript(ptr noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr {
  %4 = alloca %struct.Input, align 8
  %5 = alloca ptr, align 8
  %6 = alloca [3 x ptr], align 16
  %7 = tail call ptr @PyThreadState_Get()
  %8 = tail call i64 @PyThreadState_GetID(ptr noundef %7)
  %9 = add nsw i64 %8, 1
  %10 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %11 = icmp eq ptr %10, null
  br i1 %11, label %16, label %12
12:                                               ; preds = %3
  %13 = getelementptr inbounds %struct.Segment, ptr %10, i64 0, i32 13
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, %9
  br i1 %15, label %29, label %16
16:                                               ; preds = %12, %3
  %17 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %18 = icmp eq ptr %17, null
  br i1 %18, label %29, label %19
19:                                               ; preds = %16, %25
  %20 = phi ptr [ %27, %25 ], [ %17, %16 ]
  %21 = getelementptr inbounds %struct.Segment, ptr %20, i64 0, i32 13
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, %9
  br i1 %23, label %24, label %25
24:                                               ; preds = %19
  store ptr %20, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %29
25:                                               ; preds = %19
  %26 = getelementptr inbounds %struct.Segment, ptr %20, i64 0, i32 12
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %27, null
  br i1 %28, label %29, label %19
29:                                               ; preds = %25, %12, %16, %24
  %30 = phi ptr [ %20, %24 ], [ %10, %12 ], [ null, %16 ], [ null, %25 ]
  %31 = icmp eq ptr %2, null
  br i1 %31, label %32, label %34
32:                                               ; preds = %29
  %33 = load ptr, ptr @PyExc_ValueError, align 8
  tail call void @PyErr_SetString(ptr noundef %33, ptr noundef nonnull @.str.18)
  br label %555
34:                                               ; preds = %29
  %35 = icmp eq ptr %30, null
  br i1 %35, label %546, label %36
36:                                               ; preds = %34
  %37 = getelementptr inbounds %struct.Segment, ptr %30, i64 0, i32 3
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds %struct.Segment, ptr %30, i64 0, i32 5
  %40 = load i64, ptr %39, align 8
  %41 = or i64 %40, %38
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %43, label %546
43:                                               ; preds = %36
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5)
  %44 = call fastcc ptr @element_at(ptr noundef nonnull %30, ptr noundef %0, ptr noundef %1, ptr noundef nonnull %5)
  %45 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 5
  %46 = load ptr, ptr %45, align 8
  %47 = icmp eq ptr %46, null
  %48 = icmp eq ptr %46, @_Py_NoneStruct
  %49 = or i1 %47, %48
  %50 = select i1 %49, ptr %0, ptr %46
  %51 = icmp eq ptr %44, null
  br i1 %51, label %76, label %52
52:                                               ; preds = %43
  %53 = getelementptr inbounds %struct.Handle, ptr %50, i64 0, i32 4
  %54 = load ptr, ptr %53, align 8
  %55 = load i64, ptr %54, align 8
  %56 = icmp eq i64 %55, 1
  br i1 %56, label %57, label %76
57:                                               ; preds = %52
  %58 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %59 = getelementptr inbounds i8, ptr %54, i64 %58
  %60 = load ptr, ptr %59, align 8
  %61 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 7), align 8
  %62 = icmp eq ptr %60, %61
  br i1 %62, label %63, label %76
63:                                               ; preds = %57
  %64 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 12), align 8
  %65 = getelementptr inbounds i8, ptr %54, i64 %64
  %66 = load ptr, ptr %65, align 8
  %67 = icmp eq ptr %66, @_Py_NoneStruct
  br i1 %67, label %68, label %76
68:                                               ; preds = %63
  %69 = load ptr, ptr %5, align 8
  %70 = tail call fastcc i32 @overwrite(ptr noundef %69, ptr noundef nonnull %44, ptr noundef nonnull %2)
  %71 = icmp eq i32 %70, 0
  br i1 %71, label %76, label %72
72:                                               ; preds = %68
  %73 = getelementptr inbounds %struct.Handle, ptr %50, i64 0, i32 7
  %74 = load i64, ptr %73, align 8
  %75 = add nsw i64 %74, 1
  store i64 %75, ptr %73, align 8
  br label %543
76:                                               ; preds = %68, %63, %57, %52, %43
  %77 = tail call ptr @PyErr_Occurred()
  %78 = icmp eq ptr %77, null
  br i1 %78, label %79, label %543
79:                                               ; preds = %76
  %80 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %81 = icmp eq i64 %80, 0
  br i1 %81, label %411, label %82
82:                                               ; preds = %79
  %83 = load ptr, ptr %45, align 8
  %84 = icmp eq ptr %83, null
  %85 = icmp eq ptr %83, @_Py_NoneStruct
  %86 = or i1 %84, %85
  %87 = select i1 %86, ptr %0, ptr %83
  %88 = getelementptr inbounds %struct.Handle, ptr %87, i64 0, i32 4
  %89 = load ptr, ptr %88, align 8
  %90 = icmp eq ptr %89, null
  %91 = icmp eq ptr %89, @_Py_NoneStruct
  %92 = or i1 %90, %91
  br i1 %92, label %411, label %93
93:                                               ; preds = %82
  %94 = getelementptr inbounds %struct.Handle, ptr %87, i64 0, i32 1
  %95 = load i64, ptr %94, align 8
  %96 = getelementptr inbounds %struct.Segment, ptr %30, i64 0, i32 1
  %97 = load i64, ptr %96, align 8
  %98 = icmp eq i64 %95, %97
  br i1 %98, label %411, label %99
99:                                               ; preds = %93
  %100 = getelementptr inbounds %struct.Segment, ptr %30, i64 0, i32 2
  %101 = load i64, ptr %100, align 8
  %102 = icmp eq i64 %101, 0
  br i1 %102, label %103, label %411
103:                                              ; preds = %99
  %104 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %105 = load ptr, ptr %104, align 8
  %106 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %107 = icmp eq ptr %105, %106
  br i1 %107, label %108, label %411
108:                                              ; preds = %103
  %109 = tail call fastcc ptr @view_at(ptr noundef nonnull %30, ptr noundef nonnull %0, ptr noundef %1)
  %110 = icmp eq ptr %109, null
  br i1 %110, label %130, label %111
111:                                              ; preds = %108
  %112 = load ptr, ptr %45, align 8
  %113 = icmp eq ptr %112, null
  %114 = icmp eq ptr %112, @_Py_NoneStruct
  %115 = or i1 %113, %114
  %116 = select i1 %115, ptr %0, ptr %112
  %117 = getelementptr inbounds %struct.Handle, ptr %116, i64 0, i32 4
  %118 = load ptr, ptr %117, align 8
  %119 = icmp eq ptr %118, null
  %120 = icmp eq ptr %118, @_Py_NoneStruct
  %121 = or i1 %119, %120
  br i1 %121, label %130, label %122
122:                                              ; preds = %111
  %123 = getelementptr inbounds %struct.Handle, ptr %116, i64 0, i32 1
  %124 = load i64, ptr %123, align 8
  %125 = load i64, ptr %96, align 8
  %126 = icmp eq i64 %124, %125
  br i1 %126, label %130, label %127
127:                                              ; preds = %122
  %128 = load i64, ptr %100, align 8
  %129 = icmp eq i64 %128, 0
  br i1 %129, label %134, label %130
130:                                              ; preds = %127, %122, %111, %108
  %131 = tail call ptr @PyErr_Occurred()
  %132 = icmp ne ptr %131, null
  %133 = sext i1 %132 to i32
  br label %411
134:                                              ; preds = %127
  %135 = getelementptr inbounds %struct.Object, ptr %2, i64 0, i32 1
  %136 = load ptr, ptr %135, align 8
  %137 = getelementptr inbounds %struct.Type, ptr %136, i64 0, i32 5
  %138 = load ptr, ptr %137, align 8
  %139 = icmp eq ptr %138, @handle_dealloc
  br i1 %139, label %140, label %150
140:                                              ; preds = %134
  %141 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 5
  %142 = load ptr, ptr %141, align 8
  %143 = icmp eq ptr %142, %116
  br i1 %143, label %144, label %150
144:                                              ; preds = %140
  %145 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 6
  %146 = load ptr, ptr %145, align 8
  %147 = getelementptr inbounds %struct.View, ptr %109, i64 0, i32 4
  %148 = load ptr, ptr %147, align 8
  %149 = icmp eq ptr %146, %148
  br i1 %149, label %539, label %150
150:                                              ; preds = %144, %140, %134
  %151 = tail call fastcc ptr @show(ptr noundef nonnull %0, ptr noundef nonnull %109)
  %152 = icmp eq ptr %151, null
  br i1 %152, label %406, label %153
153:                                              ; preds = %150
  %154 = load ptr, ptr %135, align 8
  %155 = icmp ne ptr %154, @PyTuple_Type
  %156 = icmp ne ptr %154, @PyList_Type
  %157 = and i1 %155, %156
  br i1 %157, label %398, label %158
158:                                              ; preds = %153
  %159 = getelementptr inbounds %struct.Handle, ptr %151, i64 0, i32 5
  %160 = load ptr, ptr %159, align 8
  %161 = icmp eq ptr %160, null
  %162 = icmp eq ptr %160, @_Py_NoneStruct
  %163 = or i1 %161, %162
  %164 = select i1 %163, ptr %151, ptr %160
  %165 = getelementptr inbounds %struct.Handle, ptr %164, i64 0, i32 4
  %166 = load ptr, ptr %165, align 8
  %167 = icmp eq ptr %166, null
  %168 = icmp eq ptr %166, @_Py_NoneStruct
  %169 = or i1 %167, %168
  br i1 %169, label %400, label %170
170:                                              ; preds = %158
  %171 = getelementptr inbounds %struct.Handle, ptr %164, i64 0, i32 1
  %172 = load i64, ptr %171, align 8
  %173 = load i64, ptr %96, align 8
  %174 = icmp eq i64 %172, %173
  br i1 %174, label %400, label %175
175:                                              ; preds = %170
  %176 = load i64, ptr %100, align 8
  %177 = icmp eq i64 %176, 0
  br i1 %177, label %178, label %400
178:                                              ; preds = %175
  %179 = tail call fastcc ptr @place_of(ptr noundef nonnull %151)
  %180 = icmp eq ptr %179, null
  br i1 %180, label %400, label %181
181:                                              ; preds = %178
  %182 = load i64, ptr %37, align 8
  %183 = load i64, ptr %39, align 8
  %184 = or i64 %183, %182
  %185 = icmp eq i64 %184, 0
  br i1 %185, label %186, label %400
186:                                              ; preds = %181
  %187 = load ptr, ptr %159, align 8
  %188 = icmp eq ptr %187, null
  %189 = icmp eq ptr %187, @_Py_NoneStruct
  %190 = or i1 %188, %189
  %191 = select i1 %190, ptr %151, ptr %187
  %192 = getelementptr inbounds %struct.Handle, ptr %191, i64 0, i32 4
  %193 = load ptr, ptr %192, align 8
  %194 = icmp eq ptr %193, null
  %195 = icmp eq ptr %193, @_Py_NoneStruct
  %196 = or i1 %194, %195
  br i1 %196, label %400, label %197
197:                                              ; preds = %186
  %198 = getelementptr inbounds %struct.Handle, ptr %191, i64 0, i32 1
  %199 = load i64, ptr %198, align 8
  %200 = load i64, ptr %96, align 8
  %201 = icmp eq i64 %199, %200
  br i1 %201, label %400, label %202
202:                                              ; preds = %197
  %203 = load i64, ptr %100, align 8
  %204 = freeze i64 %203
  %205 = icmp eq i64 %204, 0
  br i1 %205, label %206, label %400
206:                                              ; preds = %202
  %207 = load i64, ptr %193, align 8
  %208 = icmp eq i64 %207, 1
  br i1 %208, label %209, label %400
209:                                              ; preds = %206
  %210 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %211 = getelementptr inbounds i8, ptr %193, i64 %210
  %212 = load ptr, ptr %211, align 8
  %213 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 7), align 8
  %214 = icmp eq ptr %212, %213
  br i1 %214, label %215, label %400
215:                                              ; preds = %209
  %216 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 12), align 8
  %217 = getelementptr inbounds i8, ptr %193, i64 %216
  %218 = load ptr, ptr %217, align 8
  %219 = icmp eq ptr %218, @_Py_NoneStruct
  br i1 %219, label %220, label %400
220:                                              ; preds = %215
  %221 = getelementptr inbounds %struct.Place, ptr %179, i64 0, i32 7
  %222 = load i64, ptr %221, align 8
  %223 = icmp eq i64 %222, 1
  br i1 %223, label %224, label %400
224:                                              ; preds = %220
  %225 = getelementptr inbounds %struct.Place, ptr %179, i64 0, i32 8
  %226 = load i64, ptr %225, align 8
  %227 = getelementptr inbounds %struct.List, ptr %2, i64 0, i32 1
  %228 = load i64, ptr %227, align 8
  %229 = icmp eq i64 %226, %228
  br i1 %229, label %230, label %400
230:                                              ; preds = %224
  %231 = getelementptr inbounds %struct.Place, ptr %179, i64 0, i32 5
  %232 = load i64, ptr %231, align 8
  %233 = mul nsw i64 %232, %226
  %234 = icmp sgt i64 %233, 65536
  br i1 %234, label %400, label %235
235:                                              ; preds = %230
  %236 = icmp sgt i64 %226, 0
  br i1 %236, label %237, label %286
237:                                              ; preds = %235
  %238 = getelementptr inbounds %struct.List, ptr %2, i64 0, i32 2
  %239 = getelementptr inbounds %struct.Place, ptr %179, i64 0, i32 2
  %240 = getelementptr inbounds %struct.Input, ptr %4, i64 0, i32 1
  %241 = getelementptr inbounds %struct.Place, ptr %179, i64 0, i32 4
  %242 = getelementptr inbounds %struct.Input, ptr %4, i64 0, i32 2
  br label %243
243:                                              ; preds = %280, %237
  %244 = phi i64 [ 0, %237 ], [ %281, %280 ]
  %245 = load i64, ptr %231, align 8
  %246 = mul nsw i64 %245, %244
  %247 = getelementptr inbounds i8, ptr @scratch, i64 %246
  %248 = load ptr, ptr %135, align 8
  %249 = icmp eq ptr %248, @PyTuple_Type
  br i1 %249, label %252, label %250
250:                                              ; preds = %243
  %251 = load ptr, ptr %238, align 8
  br label %252
252:                                              ; preds = %250, %243
  %253 = phi ptr [ %251, %250 ], [ %238, %243 ]
  %254 = getelementptr inbounds ptr, ptr %253, i64 %244
  %255 = load ptr, ptr %254, align 8
  %256 = getelementptr inbounds %struct.Object, ptr %255, i64 0, i32 1
  %257 = load ptr, ptr %256, align 8
  %258 = load ptr, ptr %239, align 8
  %259 = icmp eq ptr %257, %258
  br i1 %259, label %260, label %262
260:                                              ; preds = %252
  %261 = getelementptr inbounds %struct.Object, ptr %255, i64 1
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %247, ptr nonnull align 8 %261, i64 %245, i1 false)
  br label %280
262:                                              ; preds = %252
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %4)
  store i64 0, ptr %4, align 8
  %263 = load i64, ptr %241, align 8
  store i64 %263, ptr %240, align 8
  %264 = ptrtoint ptr %247 to i64
  store i64 %264, ptr %242, align 8
  %265 = icmp slt i64 %263, 6
  br i1 %265, label %277, label %266
266:                                              ; preds = %262
  %267 = icmp eq i64 %263, 6
  br i1 %267, label %268, label %276
268:                                              ; preds = %266
  %269 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 45), align 8
  %270 = icmp eq ptr %269, %255
  %271 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 46), align 8
  %272 = icmp eq ptr %271, %255
  %273 = select i1 %270, i1 true, i1 %272
  br i1 %273, label %274, label %276
274:                                              ; preds = %268
  %275 = zext i1 %270 to i8
  store i8 %275, ptr %247, align 1
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %4)
  br label %280
276:                                              ; preds = %268, %266
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %4)
  br label %400
277:                                              ; preds = %262
  %278 = call fastcc i32 @store(ptr noundef nonnull %4, ptr noundef nonnull %255)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %4)
  %279 = icmp eq i32 %278, 0
  br i1 %279, label %400, label %280
280:                                              ; preds = %277, %274, %260
  %281 = add nuw nsw i64 %244, 1
  %282 = load i64, ptr %225, align 8
  %283 = icmp slt i64 %281, %282
  br i1 %283, label %243, label %284
284:                                              ; preds = %280
  %285 = load ptr, ptr %159, align 8
  br label %286
286:                                              ; preds = %284, %235
  %287 = phi ptr [ %285, %284 ], [ %187, %235 ]
  %288 = icmp eq ptr %287, null
  %289 = icmp eq ptr %287, @_Py_NoneStruct
  %290 = or i1 %288, %289
  %291 = select i1 %290, ptr %151, ptr %287
  %292 = getelementptr inbounds %struct.Handle, ptr %291, i64 0, i32 4
  %293 = load ptr, ptr %292, align 8
  %294 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %295 = getelementptr inbounds i8, ptr %293, i64 %294
  %296 = load ptr, ptr %295, align 8
  %297 = tail call i64 @PyLong_AsSsize_t(ptr noundef %296)
  %298 = inttoptr i64 %297 to ptr
  %299 = getelementptr inbounds %struct.Place, ptr %179, i64 0, i32 6
  %300 = load i64, ptr %299, align 8
  %301 = getelementptr inbounds i8, ptr %298, i64 %300
  %302 = getelementptr inbounds %struct.Place, ptr %179, i64 0, i32 9
  %303 = load i64, ptr %302, align 8
  %304 = load i64, ptr %231, align 8
  %305 = load i64, ptr %225, align 8
  %306 = icmp eq i64 %303, %304
  br i1 %306, label %307, label %309
307:                                              ; preds = %286
  %308 = mul nsw i64 %305, %303
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %301, ptr nonnull align 16 @scratch, i64 %308, i1 false)
  br label %390
309:                                              ; preds = %286
  %310 = icmp eq i64 %304, 8
  %311 = icmp sgt i64 %305, 0
  br i1 %310, label %318, label %312
312:                                              ; preds = %309
  br i1 %311, label %313, label %390
313:                                              ; preds = %312
  %314 = and i64 %305, 1
  %315 = icmp eq i64 %305, 1
  br i1 %315, label %382, label %316
316:                                              ; preds = %313
  %317 = and i64 %305, 9223372036854775806
  br label %353
318:                                              ; preds = %309
  br i1 %311, label %319, label %390
319:                                              ; preds = %318
  %320 = and i64 %305, 3
  %321 = icmp ult i64 %305, 4
  br i1 %321, label %368, label %322
322:                                              ; preds = %319
  %323 = and i64 %305, 9223372036854775804
  br label %324
324:                                              ; preds = %324, %322
  %325 = phi i64 [ 0, %322 ], [ %350, %324 ]
  %326 = phi i64 [ 0, %322 ], [ %351, %324 ]
  %327 = shl nsw i64 %325, 3
  %328 = getelementptr inbounds i8, ptr @scratch, i64 %327
  %329 = load i64, ptr %328, align 16
  %330 = mul nsw i64 %325, %303
  %331 = getelementptr inbounds i8, ptr %301, i64 %330
  store i64 %329, ptr %331, align 8
  %332 = or disjoint i64 %325, 1
  %333 = shl nsw i64 %332, 3
  %334 = getelementptr inbounds i8, ptr @scratch, i64 %333
  %335 = load i64, ptr %334, align 8
  %336 = mul nsw i64 %332, %303
  %337 = getelementptr inbounds i8, ptr %301, i64 %336
  store i64 %335, ptr %337, align 8
  %338 = or disjoint i64 %325, 2
  %339 = shl nsw i64 %338, 3
  %340 = getelementptr inbounds i8, ptr @scratch, i64 %339
  %341 = load i64, ptr %340, align 16
  %342 = mul nsw i64 %338, %303
  %343 = getelementptr inbounds i8, ptr %301, i64 %342
  store i64 %341, ptr %343, align 8
  %344 = or disjoint i64 %325, 3
  %345 = shl nsw i64 %344, 3
  %346 = getelementptr inbounds i8, ptr @scratch, i64 %345
  %347 = load i64, ptr %346, align 8
  %348 = mul nsw i64 %344, %303
  %349 = getelementptr inbounds i8, ptr %301, i64 %348
  store i64 %347, ptr %349, align 8
  %350 = add nuw nsw i64 %325, 4
  %351 = add i64 %326, 4
  %352 = icmp eq i64 %351, %323
  br i1 %352, label %368, label %324
353:                                              ; preds = %353, %316
  %354 = phi i64 [ 0, %316 ], [ %365, %353 ]
  %355 = phi i64 [ 0, %316 ], [ %366, %353 ]
  %356 = mul nsw i64 %354, %303
  %357 = getelementptr inbounds i8, ptr %301, i64 %356
  %358 = mul nsw i64 %354, %304
  %359 = getelementptr inbounds i8, ptr @scratch, i64 %358
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %357, ptr nonnull align 2 %359, i64 %304, i1 false)
  %360 = or disjoint i64 %354, 1
  %361 = mul nsw i64 %360, %303
  %362 = getelementptr inbounds i8, ptr %301, i64 %361
  %363 = mul nsw i64 %360, %304
  %364 = getelementptr inbounds i8, ptr @scratch, i64 %363
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %362, ptr nonnull align 1 %364, i64 %304, i1 false)
  %365 = add nuw nsw i64 %354, 2
  %366 = add i64 %355, 2
  %367 = icmp eq i64 %366, %317
  br i1 %367, label %382, label %353
368:                                              ; preds = %324, %319
  %369 = phi i64 [ 0, %319 ], [ %350, %324 ]
  %370 = icmp eq i64 %320, 0
  br i1 %370, label %390, label %371
371:                                              ; preds = %368, %371
  %372 = phi i64 [ %379, %371 ], [ %369, %368 ]
  %373 = phi i64 [ %380, %371 ], [ 0, %368 ]
  %374 = shl nsw i64 %372, 3
  %375 = getelementptr inbounds i8, ptr @scratch, i64 %374
  %376 = load i64, ptr %375, align 8
  %377 = mul nsw i64 %372, %303
  %378 = getelementptr inbounds i8, ptr %301, i64 %377
  store i64 %376, ptr %378, align 8
  %379 = add nuw nsw i64 %372, 1
  %380 = add i64 %373, 1
  %381 = icmp eq i64 %380, %320
  br i1 %381, label %390, label %371
382:                                              ; preds = %353, %313
  %383 = phi i64 [ 0, %313 ], [ %365, %353 ]
  %384 = icmp eq i64 %314, 0
  br i1 %384, label %390, label %385
385:                                              ; preds = %382
  %386 = mul nsw i64 %383, %303
  %387 = getelementptr inbounds i8, ptr %301, i64 %386
  %388 = mul nsw i64 %383, %304
  %389 = getelementptr inbounds i8, ptr @scratch, i64 %388
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %387, ptr nonnull align 1 %389, i64 %304, i1 false)
  br label %390
390:                                              ; preds = %385, %382, %368, %371, %318, %312, %307
  %391 = getelementptr inbounds %struct.Handle, ptr %191, i64 0, i32 7
  %392 = load i64, ptr %391, align 8
  %393 = add nsw i64 %392, 1
  store i64 %393, ptr %391, align 8
  %394 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %395 = getelementptr inbounds %struct.Counts, ptr %394, i64 0, i32 12
  %396 = load i64, ptr %395, align 8
  %397 = add nsw i64 %396, 1
  store i64 %397, ptr %395, align 8
  br label %400
398:                                              ; preds = %153
  %399 = tail call fastcc i32 @assign_at_once(ptr noundef nonnull %30, ptr noundef nonnull %151, ptr noundef nonnull %2)
  br label %400
400:                                              ; preds = %277, %398, %390, %276, %230, %224, %220, %215, %209, %206, %202, %197, %186, %181, %178, %175, %170, %158
  %401 = phi i32 [ 0, %206 ], [ 0, %209 ], [ 0, %186 ], [ 0, %197 ], [ 0, %202 ], [ 0, %158 ], [ 0, %170 ], [ 0, %175 ], [ 0, %178 ], [ 0, %181 ], [ 0, %215 ], [ 0, %220 ], [ 0, %224 ], [ 0, %230 ], [ %399, %398 ], [ 1, %390 ], [ 0, %276 ], [ 0, %277 ]
  %402 = load i64, ptr %151, align 8
  %403 = add nsw i64 %402, -1
  store i64 %403, ptr %151, align 8
  %404 = icmp eq i64 %403, 0
  br i1 %404, label %405, label %406
405:                                              ; preds = %400
  tail call void @_Py_Dealloc(ptr noundef nonnull %151)
  br label %406
406:                                              ; preds = %405, %400, %150
  %407 = phi i32 [ %401, %400 ], [ %401, %405 ], [ 0, %150 ]
  %408 = tail call ptr @PyErr_Occurred()
  %409 = icmp eq ptr %408, null
  %410 = select i1 %409, i32 %407, i32 -1
  br label %411
411:                                              ; preds = %406, %130, %103, %99, %93, %82, %79
  %412 = phi i32 [ 0, %79 ], [ 0, %103 ], [ 0, %99 ], [ %410, %406 ], [ %133, %130 ], [ 0, %93 ], [ 0, %82 ]
  %413 = icmp eq i32 %412, 0
  %414 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %415 = icmp ne i64 %414, 0
  %416 = select i1 %413, i1 %415, i1 false
  br i1 %416, label %417, label %515
417:                                              ; preds = %411
  %418 = load i64, ptr %37, align 8
  %419 = load i64, ptr %39, align 8
  %420 = or i64 %419, %418
  %421 = icmp eq i64 %420, 0
  br i1 %421, label %422, label %518
422:                                              ; preds = %417
  %423 = load ptr, ptr %45, align 8
  %424 = icmp eq ptr %423, null
  %425 = icmp eq ptr %423, @_Py_NoneStruct
  %426 = or i1 %424, %425
  %427 = select i1 %426, ptr %0, ptr %423
  %428 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %429 = load ptr, ptr %428, align 8
  %430 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %431 = icmp eq ptr %429, %430
  br i1 %431, label %432, label %518
432:                                              ; preds = %422
  %433 = tail call fastcc i32 @made_of(ptr noundef %1)
  %434 = icmp slt i32 %433, 0
  br i1 %434, label %518, label %435
435:                                              ; preds = %432
  %436 = tail call fastcc i32 @made_of(ptr noundef nonnull %2)
  %437 = icmp slt i32 %436, 0
  br i1 %437, label %518, label %438
438:                                              ; preds = %435
  %439 = getelementptr inbounds %struct.Handle, ptr %427, i64 0, i32 4
  %440 = load ptr, ptr %439, align 8
  %441 = icmp eq ptr %440, null
  %442 = icmp eq ptr %440, @_Py_NoneStruct
  %443 = or i1 %441, %442
  br i1 %443, label %518, label %444
444:                                              ; preds = %438
  %445 = getelementptr inbounds %struct.Handle, ptr %427, i64 0, i32 1
  %446 = load i64, ptr %445, align 8
  %447 = getelementptr inbounds %struct.Segment, ptr %30, i64 0, i32 1
  %448 = load i64, ptr %447, align 8
  %449 = icmp eq i64 %446, %448
  br i1 %449, label %518, label %450
450:                                              ; preds = %444
  %451 = getelementptr inbounds %struct.Segment, ptr %30, i64 0, i32 2
  %452 = load i64, ptr %451, align 8
  %453 = icmp eq i64 %452, 0
  br i1 %453, label %454, label %518
454:                                              ; preds = %450
  %455 = load i64, ptr %440, align 8
  %456 = icmp eq i64 %455, 1
  br i1 %456, label %457, label %518
457:                                              ; preds = %454
  %458 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %459 = getelementptr inbounds i8, ptr %440, i64 %458
  %460 = load ptr, ptr %459, align 8
  %461 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 7), align 8
  %462 = icmp eq ptr %460, %461
  br i1 %462, label %463, label %518
463:                                              ; preds = %457
  %464 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 12), align 8
  %465 = getelementptr inbounds i8, ptr %440, i64 %464
  %466 = load ptr, ptr %465, align 8
  %467 = icmp eq ptr %466, @_Py_NoneStruct
  br i1 %467, label %468, label %518
468:                                              ; preds = %463
  %469 = tail call fastcc ptr @as_argument(ptr noundef nonnull %30, ptr noundef %1, i32 noundef 1024)
  %470 = icmp eq ptr %469, null
  br i1 %470, label %512, label %471
471:                                              ; preds = %468
  %472 = tail call fastcc ptr @as_argument(ptr noundef nonnull %30, ptr noundef nonnull %2, i32 noundef 1024)
  %473 = icmp eq ptr %472, null
  br i1 %473, label %512, label %474
474:                                              ; preds = %471
  %475 = load i64, ptr %37, align 8
  %476 = load i64, ptr %39, align 8
  %477 = or i64 %476, %475
  %478 = icmp eq i64 %477, 0
  br i1 %478, label %479, label %512
479:                                              ; preds = %474
  %480 = load ptr, ptr %439, align 8
  %481 = icmp eq ptr %480, null
  %482 = icmp eq ptr %480, @_Py_NoneStruct
  %483 = or i1 %481, %482
  br i1 %483, label %512, label %484
484:                                              ; preds = %479
  %485 = load i64, ptr %445, align 8
  %486 = load i64, ptr %447, align 8
  %487 = icmp eq i64 %485, %486
  br i1 %487, label %512, label %488
488:                                              ; preds = %484
  %489 = load i64, ptr %451, align 8
  %490 = icmp eq i64 %489, 0
  br i1 %490, label %491, label %512
491:                                              ; preds = %488
  %492 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %493 = tail call fastcc ptr @as_numpy(ptr noundef nonnull %30, ptr noundef nonnull %0, i64 noundef %492, i32 noundef 1024)
  %494 = icmp eq ptr %493, null
  br i1 %494, label %510, label %495
495:                                              ; preds = %491
  %496 = tail call i32 @PyObject_SetItem(ptr noundef nonnull %493, ptr noundef nonnull %469, ptr noundef nonnull %472)
  %497 = icmp eq i32 %496, 0
  %498 = zext i1 %497 to i32
  br i1 %497, label %500, label %499
499:                                              ; preds = %495
  tail call fastcc void @pass_over()
  br label %504
500:                                              ; preds = %495
  %501 = getelementptr inbounds %struct.Handle, ptr %427, i64 0, i32 7
  %502 = load i64, ptr %501, align 8
  %503 = add nsw i64 %502, 1
  store i64 %503, ptr %501, align 8
  br label %504
504:                                              ; preds = %500, %499
  %505 = zext i1 %497 to i64
  %506 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %507 = getelementptr inbounds %struct.Counts, ptr %506, i64 0, i32 12
  %508 = load i64, ptr %507, align 8
  %509 = add nsw i64 %508, %505
  store i64 %509, ptr %507, align 8
  br label %510
510:                                              ; preds = %504, %491
  %511 = phi i32 [ %498, %504 ], [ 0, %491 ]
  tail call fastcc void @give_back(ptr noundef %493)
  br label %512
512:                                              ; preds = %510, %488, %484, %479, %474, %471, %468
  %513 = phi ptr [ %472, %510 ], [ %472, %488 ], [ %472, %474 ], [ null, %471 ], [ null, %468 ], [ %472, %484 ], [ %472, %479 ]
  %514 = phi i32 [ %511, %510 ], [ 0, %488 ], [ 0, %474 ], [ 0, %471 ], [ 0, %468 ], [ 0, %484 ], [ 0, %479 ]
  tail call fastcc void @give_back(ptr noundef %469)
  tail call fastcc void @give_back(ptr noundef %513)
  br label %515
515:                                              ; preds = %512, %411
  %516 = phi i32 [ %412, %411 ], [ %514, %512 ]
  %517 = icmp eq i32 %516, 0
  br i1 %517, label %518, label %533
518:                                              ; preds = %454, %457, %438, %444, %422, %432, %435, %450, %463, %417, %515
  %519 = tail call ptr @PyErr_Occurred()
  %520 = icmp eq ptr %519, null
  br i1 %520, label %521, label %536
521:                                              ; preds = %518
  %522 = load i64, ptr %37, align 8
  %523 = load i64, ptr %39, align 8
  %524 = or i64 %523, %522
  %525 = icmp eq i64 %524, 0
  br i1 %525, label %526, label %536
526:                                              ; preds = %521
  %527 = getelementptr inbounds %struct.Object, ptr %2, i64 0, i32 1
  %528 = load ptr, ptr %527, align 8
  %529 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %530 = icmp eq ptr %528, %529
  br i1 %530, label %531, label %536
531:                                              ; preds = %526
  %532 = tail call fastcc i32 @put_followed(ptr noundef nonnull %30, ptr noundef %0, ptr noundef %1, ptr noundef nonnull %2)
  br label %533
533:                                              ; preds = %531, %515
  %534 = phi i32 [ %516, %515 ], [ %532, %531 ]
  %535 = icmp eq i32 %534, 0
  br i1 %535, label %536, label %539
536:                                              ; preds = %518, %521, %526, %533
  %537 = tail call ptr @PyErr_Occurred()
  %538 = icmp eq ptr %537, null
  br i1 %538, label %545, label %539
539:                                              ; preds = %144, %536, %533
  %540 = phi i32 [ 0, %536 ], [ %534, %533 ], [ 1, %144 ]
  %541 = icmp slt i32 %540, 1
  %542 = sext i1 %541 to i32
  br label %543
543:                                              ; preds = %72, %76, %539
  %544 = phi i32 [ %542, %539 ], [ -1, %76 ], [ 0, %72 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  br label %555
545:                                              ; preds = %536
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  br label %546
546:                                              ; preds = %34, %545, %36
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %6)
  store ptr %0, ptr %6, align 16
  %547 = getelementptr inbounds ptr, ptr %6, i64 1
  store ptr %1, ptr %547, align 8
  %548 = getelementptr inbounds ptr, ptr %6, i64 2
  store ptr %2, ptr %548, align 16
  %549 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 24), align 8
  %550 = call ptr @PyObject_Vectorcall(ptr noundef %549, ptr noundef nonnull %6, i64 noundef 3, ptr noundef null)
  %551 = icmp eq ptr %550, null
  br i1 %551, label %553, label %552
552:                                              ; preds = %546
  call void @Py_DecRef(ptr noundef nonnull %550)
  br label %553
553:                                              ; preds = %546, %552
  %554 = sext i1 %551 to i32
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %6)
  br label %555
555:                                              ; preds = %543, %553, %32
  %556 = phi i32 [ %554, %553 ], [ -1, %32 ], [ %544, %543 ]
  ret i32 %556
}
declare void @PyErr_SetString(ptr noundef, ptr noundef) local_unnamed_addr
define internal fastcc noundef i32 @overwrite(ptr nocapture noundef readonly %0, ptr noundef %1, ptr noundef %2) unnamed_addr {
  %4 = alloca %struct.Input, align 8
  %5 = getelementptr inbounds %struct.Object, ptr %2, i64 0, i32 1
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 2
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %6, %8
  br i1 %9, label %10, label %14
10:                                               ; preds = %3
  %11 = getelementptr inbounds %struct.Object, ptr %2, i64 1
  %12 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 5
  %13 = load i64, ptr %12, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %1, ptr nonnull align 8 %11, i64 %13, i1 false)
  br label %35
14:                                               ; preds = %3
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %4)
  store i64 0, ptr %4, align 8
  %15 = getelementptr inbounds %struct.Input, ptr %4, i64 0, i32 1
  %16 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 4
  %17 = load i64, ptr %16, align 8
  store i64 %17, ptr %15, align 8
  %18 = getelementptr inbounds %struct.Input, ptr %4, i64 0, i32 2
  %19 = ptrtoint ptr %1 to i64
  store i64 %19, ptr %18, align 8
  %20 = icmp slt i64 %17, 6
  br i1 %20, label %21, label %23
21:                                               ; preds = %14
  %22 = call fastcc i32 @store(ptr noundef nonnull %4, ptr noundef nonnull %2)
  br label %33
23:                                               ; preds = %14
  %24 = icmp eq i64 %17, 6
  br i1 %24, label %25, label %33
25:                                               ; preds = %23
  %26 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 45), align 8
  %27 = icmp eq ptr %26, %2
  %28 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 46), align 8
  %29 = icmp eq ptr %28, %2
  %30 = select i1 %27, i1 true, i1 %29
  br i1 %30, label %31, label %33
31:                                               ; preds = %25
  %32 = zext i1 %27 to i8
  store i8 %32, ptr %1, align 1
  br label %33
33:                                               ; preds = %23, %25, %31, %21
  %34 = phi i32 [ %22, %21 ], [ 1, %31 ], [ 0, %25 ], [ 0, %23 ]
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %4)
  br label %35
35:                                               ; preds = %33, %10
  %36 = phi i32 [ 1, %10 ], [ %34, %33 ]
  ret i32 %36
}
define internal fastcc i32 @put_followed(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3) unnamed_addr {
  %5 = alloca [2 x ptr], align 16
  %6 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %9 = icmp eq ptr %7, %8
  br i1 %9, label %10, label %67
10:                                               ; preds = %4
  %11 = tail call fastcc ptr @view_at(ptr noundef %0, ptr noundef nonnull %1, ptr noundef %2)
  %12 = icmp eq ptr %11, null
  br i1 %12, label %67, label %13
13:                                               ; preds = %10
  %14 = getelementptr inbounds %struct.Handle, ptr %3, i64 0, i32 5
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 5
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %17, null
  %19 = icmp eq ptr %17, @_Py_NoneStruct
  %20 = or i1 %18, %19
  %21 = select i1 %20, ptr %1, ptr %17
  %22 = icmp eq ptr %15, %21
  br i1 %22, label %23, label %29
23:                                               ; preds = %13
  %24 = getelementptr inbounds %struct.Handle, ptr %3, i64 0, i32 6
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds %struct.View, ptr %11, i64 0, i32 4
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %25, %27
  br i1 %28, label %67, label %29
29:                                               ; preds = %23, %13
  %30 = getelementptr inbounds %struct.Handle, ptr %3, i64 0, i32 3
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds %struct.View, ptr %11, i64 0, i32 3
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %31, %33
  br i1 %34, label %35, label %67
35:                                               ; preds = %29
  %36 = getelementptr inbounds %struct.View, ptr %11, i64 0, i32 4
  %37 = load ptr, ptr %36, align 8
  tail call void @Py_IncRef(ptr noundef %37)
  %38 = getelementptr inbounds %struct.Tuple, ptr %37, i64 0, i32 2
  %39 = load ptr, ptr %38, align 8
  %40 = getelementptr inbounds %struct.Tuple, ptr %39, i64 1, i32 0, i32 1
  %41 = load ptr, ptr %40, align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5)
  store ptr %1, ptr %5, align 16
  %42 = getelementptr inbounds ptr, ptr %5, i64 1
  store ptr %3, ptr %42, align 8
  %43 = load ptr, ptr %16, align 8
  %44 = icmp eq ptr %43, null
  %45 = icmp eq ptr %43, @_Py_NoneStruct
  %46 = or i1 %44, %45
  br i1 %46, label %47, label %65
47:                                               ; preds = %35
  %48 = load ptr, ptr %6, align 8
  %49 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %50 = icmp ne ptr %48, %49
  %51 = icmp eq ptr %0, null
  %52 = or i1 %51, %50
  br i1 %52, label %65, label %53
53:                                               ; preds = %47
  %54 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 3
  %55 = load i64, ptr %54, align 8
  %56 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 5
  %57 = load i64, ptr %56, align 8
  %58 = or i64 %57, %55
  %59 = icmp eq i64 %58, 0
  br i1 %59, label %60, label %65
60:                                               ; preds = %53
  %61 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 28), align 8
  %62 = call fastcc ptr @follow(ptr noundef nonnull %0, ptr noundef %61, ptr noundef nonnull %5, i64 noundef 2, ptr noundef %41, i64 noundef 1, ptr noundef nonnull %1)
  %63 = icmp ne ptr %62, null
  %64 = zext i1 %63 to i32
  br label %65
65:                                               ; preds = %35, %47, %53, %60
  %66 = phi i32 [ %64, %60 ], [ 0, %35 ], [ 0, %53 ], [ 0, %47 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  tail call void @Py_DecRef(ptr noundef nonnull %37)
  br label %67
67:                                               ; preds = %4, %29, %23, %10, %65
  %68 = phi i32 [ %66, %65 ], [ 0, %10 ], [ 1, %23 ], [ 0, %29 ], [ 0, %4 ]
  ret i32 %68
}
define ptr @sq_item(ptr noundef %0, i64 noundef %1) local_unnamed_addr {
  %3 = tail call ptr @PyLong_FromLongLong(i64 noundef %1)
  %4 = icmp eq ptr %3, null
  br i1 %4, label %7, label %5
5:                                                ; preds = %2
  %6 = tail call ptr @mp_subscript(ptr noundef %0, ptr noundef nonnull %3)
  tail call void @Py_DecRef(ptr noundef nonnull %3)
  br label %7
7:                                                ; preds = %2, %5
  %8 = phi ptr [ %6, %5 ], [ null, %2 ]
  ret ptr %8
}
define ptr @followed_call(ptr noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr {
  %4 = tail call ptr @PyVectorcall_Call(ptr noundef %0, ptr noundef %1, ptr noundef %2)
  ret ptr %4
}
declare ptr @PyVectorcall_Call(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr
define ptr @followed_new(ptr noundef %0, ptr nocapture noundef readnone %1, ptr nocapture noundef readnone %2) local_unnamed_addr {
  %4 = tail call ptr @PyType_GetSlot(ptr noundef %0, i32 noundef 47)
  %5 = tail call ptr %4(ptr noundef %0, i64 noundef 0)
  %6 = icmp eq ptr %5, null
  br i1 %6, label %9, label %7
7:                                                ; preds = %3
  %8 = getelementptr inbounds %struct.Followed, ptr %5, i64 0, i32 1
  store ptr @followed_enter, ptr %8, align 8
  br label %9
9:                                                ; preds = %7, %3
  ret ptr %5
}
define internal ptr @followed_enter(ptr noundef %0, ptr noundef %1, i64 noundef %2, ptr noundef %3) {
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca [3 x ptr], align 16
  %8 = alloca [3 x i64], align 16
  %9 = alloca %struct.Place, align 8
  %10 = tail call ptr @PyThreadState_Get()
  %11 = tail call i64 @PyThreadState_GetID(ptr noundef %10)
  %12 = add nsw i64 %11, 1
  %13 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %19, label %15
15:                                               ; preds = %4
  %16 = getelementptr inbounds %struct.Segment, ptr %13, i64 0, i32 13
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, %12
  br i1 %18, label %34, label %19
19:                                               ; preds = %15, %4
  %20 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %21 = icmp eq ptr %20, null
  br i1 %21, label %32, label %22
22:                                               ; preds = %19, %28
  %23 = phi ptr [ %30, %28 ], [ %20, %19 ]
  %24 = getelementptr inbounds %struct.Segment, ptr %23, i64 0, i32 13
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, %12
  br i1 %26, label %27, label %28
27:                                               ; preds = %22
  store ptr %23, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %34
28:                                               ; preds = %22
  %29 = getelementptr inbounds %struct.Segment, ptr %23, i64 0, i32 12
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %30, null
  br i1 %31, label %32, label %22
32:                                               ; preds = %28, %19
  %33 = and i64 %2, 9223372036854775807
  br label %523
34:                                               ; preds = %15, %27
  %35 = phi ptr [ %23, %27 ], [ %13, %15 ]
  %36 = and i64 %2, 9223372036854775807
  %37 = getelementptr inbounds %struct.Segment, ptr %35, i64 0, i32 3
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds %struct.Segment, ptr %35, i64 0, i32 5
  %40 = load i64, ptr %39, align 8
  %41 = or i64 %40, %38
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %43, label %523
43:                                               ; preds = %34
  %44 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 9
  %45 = load i64, ptr %44, align 8
  %46 = icmp eq i64 %45, 0
  %47 = icmp ne ptr %3, null
  %48 = or i1 %47, %46
  br i1 %48, label %485, label %49
49:                                               ; preds = %43
  %50 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 11
  %51 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 10
  %52 = load ptr, ptr %51, align 8
  %53 = icmp eq i64 %45, 10
  br i1 %53, label %54, label %74
54:                                               ; preds = %49
  %55 = icmp ugt i64 %36, 3
  br i1 %55, label %56, label %485
56:                                               ; preds = %54
  %57 = getelementptr inbounds ptr, ptr %1, i64 2
  %58 = load ptr, ptr %57, align 8
  %59 = getelementptr inbounds %struct.Tuple, ptr %52, i64 1, i32 0, i32 1
  %60 = load ptr, ptr %59, align 8
  %61 = tail call fastcc i32 @same(ptr noundef %58, ptr noundef %60)
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %485, label %63
63:                                               ; preds = %56
  %64 = getelementptr inbounds %struct.Tuple, ptr %52, i64 0, i32 2
  %65 = load ptr, ptr %64, align 8
  %66 = getelementptr inbounds ptr, ptr %1, i64 1
  %67 = load ptr, ptr %66, align 8
  %68 = tail call ptr @PyDict_GetItemWithError(ptr noundef %65, ptr noundef %67)
  %69 = icmp eq ptr %68, null
  br i1 %69, label %485, label %70
70:                                               ; preds = %63
  %71 = getelementptr inbounds ptr, ptr %1, i64 3
  %72 = add nsw i64 %36, -3
  %73 = tail call ptr @function_enter(ptr noundef nonnull %68, ptr noundef nonnull %71, i64 noundef %72, ptr noundef null)
  br label %482
74:                                               ; preds = %49
  %75 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %485, label %77
77:                                               ; preds = %74
  %78 = icmp eq i64 %45, 7
  br i1 %78, label %79, label %99
79:                                               ; preds = %77
  %80 = icmp eq i64 %36, 2
  br i1 %80, label %81, label %485
81:                                               ; preds = %79
  %82 = load ptr, ptr %1, align 8
  %83 = tail call fastcc i32 @is_direct(ptr noundef nonnull %35, ptr noundef %82)
  %84 = icmp eq i32 %83, 0
  br i1 %84, label %485, label %85
85:                                               ; preds = %81
  %86 = getelementptr inbounds ptr, ptr %1, i64 1
  %87 = load ptr, ptr %86, align 8
  %88 = tail call fastcc i32 @is_direct(ptr noundef nonnull %35, ptr noundef %87)
  %89 = icmp eq i32 %88, 0
  br i1 %89, label %485, label %90
90:                                               ; preds = %85
  %91 = load i64, ptr %37, align 8
  %92 = load i64, ptr %39, align 8
  %93 = or i64 %92, %91
  %94 = icmp eq i64 %93, 0
  br i1 %94, label %95, label %485
95:                                               ; preds = %90
  %96 = load ptr, ptr %1, align 8
  %97 = load ptr, ptr %86, align 8
  %98 = tail call fastcc ptr @product_at_once(ptr noundef nonnull %35, ptr noundef %96, ptr noundef %97)
  br label %482
99:                                               ; preds = %77
  %100 = icmp eq i64 %36, 1
  br i1 %100, label %101, label %485
101:                                              ; preds = %99
  switch i64 %45, label %263 [
    i64 8, label %102
    i64 9, label %256
  ]
102:                                              ; preds = %101
  %103 = load ptr, ptr %1, align 8
  %104 = getelementptr inbounds %struct.Object, ptr %103, i64 0, i32 1
  %105 = load ptr, ptr %104, align 8
  %106 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %107 = icmp eq ptr %105, %106
  br i1 %107, label %108, label %485
108:                                              ; preds = %102
  %109 = getelementptr inbounds %struct.Handle, ptr %103, i64 0, i32 5
  %110 = load ptr, ptr %109, align 8
  %111 = icmp eq ptr %110, null
  %112 = icmp eq ptr %110, @_Py_NoneStruct
  %113 = or i1 %111, %112
  %114 = select i1 %113, ptr %103, ptr %110
  %115 = getelementptr inbounds %struct.Handle, ptr %114, i64 0, i32 4
  %116 = load ptr, ptr %115, align 8
  %117 = icmp eq ptr %116, null
  %118 = icmp eq ptr %116, @_Py_NoneStruct
  %119 = or i1 %117, %118
  br i1 %119, label %485, label %120
120:                                              ; preds = %108
  %121 = getelementptr inbounds %struct.Handle, ptr %114, i64 0, i32 1
  %122 = load i64, ptr %121, align 8
  %123 = getelementptr inbounds %struct.Segment, ptr %35, i64 0, i32 1
  %124 = load i64, ptr %123, align 8
  %125 = icmp eq i64 %122, %124
  br i1 %125, label %485, label %126
126:                                              ; preds = %120
  %127 = getelementptr inbounds %struct.Segment, ptr %35, i64 0, i32 2
  %128 = load i64, ptr %127, align 8
  %129 = icmp eq i64 %128, 0
  br i1 %129, label %130, label %485
130:                                              ; preds = %126
  %131 = tail call fastcc ptr @place_of(ptr noundef nonnull %103)
  %132 = icmp eq ptr %131, null
  br i1 %132, label %485, label %133
133:                                              ; preds = %130
  %134 = load i64, ptr %37, align 8
  %135 = load i64, ptr %39, align 8
  %136 = or i64 %135, %134
  %137 = icmp eq i64 %136, 0
  br i1 %137, label %138, label %485
138:                                              ; preds = %133
  %139 = load ptr, ptr %109, align 8
  %140 = icmp eq ptr %139, null
  %141 = icmp eq ptr %139, @_Py_NoneStruct
  %142 = or i1 %140, %141
  %143 = select i1 %142, ptr %103, ptr %139
  %144 = getelementptr inbounds %struct.Handle, ptr %143, i64 0, i32 4
  %145 = load ptr, ptr %144, align 8
  %146 = icmp eq ptr %145, null
  %147 = icmp eq ptr %145, @_Py_NoneStruct
  %148 = or i1 %146, %147
  br i1 %148, label %485, label %149
149:                                              ; preds = %138
  %150 = getelementptr inbounds %struct.Handle, ptr %143, i64 0, i32 1
  %151 = load i64, ptr %150, align 8
  %152 = load i64, ptr %123, align 8
  %153 = icmp eq i64 %151, %152
  br i1 %153, label %485, label %154
154:                                              ; preds = %149
  %155 = load i64, ptr %127, align 8
  %156 = freeze i64 %155
  %157 = icmp eq i64 %156, 0
  br i1 %157, label %158, label %485
158:                                              ; preds = %154
  %159 = getelementptr inbounds %struct.Place, ptr %131, i64 0, i32 7
  %160 = load i64, ptr %159, align 8
  %161 = icmp slt i64 %160, 1
  br i1 %161, label %220, label %162
162:                                              ; preds = %158
  %163 = and i64 %160, 7
  %164 = icmp ult i64 %160, 8
  br i1 %164, label %205, label %165
165:                                              ; preds = %162
  %166 = and i64 %160, 9223372036854775800
  br label %167
167:                                              ; preds = %167, %165
  %168 = phi i64 [ 0, %165 ], [ %202, %167 ]
  %169 = phi i64 [ 1, %165 ], [ %201, %167 ]
  %170 = phi i64 [ 0, %165 ], [ %203, %167 ]
  %171 = getelementptr inbounds %struct.Place, ptr %131, i64 0, i32 8, i64 %168
  %172 = load i64, ptr %171, align 8
  %173 = mul nsw i64 %172, %169
  %174 = or disjoint i64 %168, 1
  %175 = getelementptr inbounds %struct.Place, ptr %131, i64 0, i32 8, i64 %174
  %176 = load i64, ptr %175, align 8
  %177 = mul nsw i64 %176, %173
  %178 = or disjoint i64 %168, 2
  %179 = getelementptr inbounds %struct.Place, ptr %131, i64 0, i32 8, i64 %178
  %180 = load i64, ptr %179, align 8
  %181 = mul nsw i64 %180, %177
  %182 = or disjoint i64 %168, 3
  %183 = getelementptr inbounds %struct.Place, ptr %131, i64 0, i32 8, i64 %182
  %184 = load i64, ptr %183, align 8
  %185 = mul nsw i64 %184, %181
  %186 = or disjoint i64 %168, 4
  %187 = getelementptr inbounds %struct.Place, ptr %131, i64 0, i32 8, i64 %186
  %188 = load i64, ptr %187, align 8
  %189 = mul nsw i64 %188, %185
  %190 = or disjoint i64 %168, 5
  %191 = getelementptr inbounds %struct.Place, ptr %131, i64 0, i32 8, i64 %190
  %192 = load i64, ptr %191, align 8
  %193 = mul nsw i64 %192, %189
  %194 = or disjoint i64 %168, 6
  %195 = getelementptr inbounds %struct.Place, ptr %131, i64 0, i32 8, i64 %194
  %196 = load i64, ptr %195, align 8
  %197 = mul nsw i64 %196, %193
  %198 = or disjoint i64 %168, 7
  %199 = getelementptr inbounds %struct.Place, ptr %131, i64 0, i32 8, i64 %198
  %200 = load i64, ptr %199, align 8
  %201 = mul nsw i64 %200, %197
  %202 = add nuw nsw i64 %168, 8
  %203 = add i64 %170, 8
  %204 = icmp eq i64 %203, %166
  br i1 %204, label %205, label %167
205:                                              ; preds = %167, %162
  %206 = phi i64 [ undef, %162 ], [ %201, %167 ]
  %207 = phi i64 [ 0, %162 ], [ %202, %167 ]
  %208 = phi i64 [ 1, %162 ], [ %201, %167 ]
  %209 = icmp eq i64 %163, 0
  br i1 %209, label %220, label %210
210:                                              ; preds = %205, %210
  %211 = phi i64 [ %217, %210 ], [ %207, %205 ]
  %212 = phi i64 [ %216, %210 ], [ %208, %205 ]
  %213 = phi i64 [ %218, %210 ], [ 0, %205 ]
  %214 = getelementptr inbounds %struct.Place, ptr %131, i64 0, i32 8, i64 %211
  %215 = load i64, ptr %214, align 8
  %216 = mul nsw i64 %215, %212
  %217 = add nuw nsw i64 %211, 1
  %218 = add i64 %213, 1
  %219 = icmp eq i64 %218, %163
  br i1 %219, label %220, label %210
220:                                              ; preds = %205, %210, %158
  %221 = phi i64 [ 1, %158 ], [ %206, %205 ], [ %216, %210 ]
  %222 = getelementptr inbounds %struct.Place, ptr %131, i64 0, i32 4
  %223 = load i64, ptr %222, align 8
  %224 = icmp sgt i64 %223, 6
  %225 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %226 = icmp sgt i64 %221, %225
  %227 = select i1 %224, i1 true, i1 %226
  br i1 %227, label %485, label %228
228:                                              ; preds = %220
  %229 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %230 = getelementptr inbounds %struct.Counts, ptr %229, i64 0, i32 12
  %231 = load i64, ptr %230, align 8
  %232 = add nsw i64 %231, 1
  store i64 %232, ptr %230, align 8
  %233 = load ptr, ptr %109, align 8
  %234 = icmp eq ptr %233, null
  %235 = icmp eq ptr %233, @_Py_NoneStruct
  %236 = or i1 %234, %235
  %237 = select i1 %236, ptr %103, ptr %233
  %238 = getelementptr inbounds %struct.Handle, ptr %237, i64 0, i32 4
  %239 = load ptr, ptr %238, align 8
  %240 = load i64, ptr %239, align 8
  %241 = add nsw i64 %240, 1
  store i64 %241, ptr %239, align 8
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %9)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(128) %9, ptr noundef nonnull align 8 dereferenceable(128) %131, i64 128, i1 false)
  %242 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %243 = getelementptr inbounds i8, ptr %239, i64 %242
  %244 = load ptr, ptr %243, align 8
  %245 = tail call i64 @PyLong_AsSsize_t(ptr noundef %244)
  %246 = inttoptr i64 %245 to ptr
  %247 = getelementptr inbounds %struct.Place, ptr %9, i64 0, i32 6
  %248 = load i64, ptr %247, align 8
  %249 = getelementptr inbounds i8, ptr %246, i64 %248
  %250 = call fastcc ptr @list_from(ptr noundef nonnull %9, i64 noundef 0, ptr noundef %249)
  %251 = load i64, ptr %239, align 8
  %252 = add nsw i64 %251, -1
  store i64 %252, ptr %239, align 8
  %253 = icmp eq i64 %252, 0
  br i1 %253, label %254, label %255
254:                                              ; preds = %228
  tail call void @_Py_Dealloc(ptr noundef nonnull %239)
  br label %255
255:                                              ; preds = %254, %228
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %9)
  br label %482
256:                                              ; preds = %101
  %257 = getelementptr inbounds %struct.Segment, ptr %35, i64 0, i32 2
  %258 = load i64, ptr %257, align 8
  %259 = icmp eq i64 %258, 0
  br i1 %259, label %260, label %485
260:                                              ; preds = %256
  %261 = load ptr, ptr %1, align 8
  %262 = tail call fastcc ptr @array_of(ptr noundef %261)
  br label %482
263:                                              ; preds = %101
  %264 = load ptr, ptr %50, align 8
  %265 = icmp eq ptr %264, null
  br i1 %265, label %266, label %271
266:                                              ; preds = %263
  %267 = tail call ptr @PyMem_RawCalloc(i64 noundef 7, i64 noundef 32)
  store ptr %267, ptr %50, align 8
  %268 = icmp eq ptr %267, null
  br i1 %268, label %269, label %271
269:                                              ; preds = %266
  %270 = tail call ptr @PyErr_NoMemory()
  br label %482
271:                                              ; preds = %266, %263
  %272 = phi ptr [ %267, %266 ], [ %264, %263 ]
  %273 = load ptr, ptr %1, align 8
  %274 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %275 = getelementptr inbounds %struct.Object, ptr %273, i64 0, i32 1
  %276 = load ptr, ptr %275, align 8
  %277 = getelementptr inbounds %struct.Type, ptr %276, i64 0, i32 5
  %278 = load ptr, ptr %277, align 8
  %279 = icmp eq ptr %278, @handle_dealloc
  br i1 %279, label %280, label %485
280:                                              ; preds = %271
  %281 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %282 = icmp eq ptr %276, %281
  %283 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 6), align 8
  %284 = icmp eq ptr %276, %283
  %285 = select i1 %282, i1 true, i1 %284
  br i1 %285, label %286, label %485
286:                                              ; preds = %280
  %287 = getelementptr inbounds %struct.Handle, ptr %273, i64 0, i32 5
  %288 = load ptr, ptr %287, align 8
  %289 = icmp eq ptr %288, null
  %290 = icmp eq ptr %288, @_Py_NoneStruct
  %291 = or i1 %289, %290
  %292 = select i1 %291, ptr %273, ptr %288
  %293 = getelementptr inbounds %struct.Handle, ptr %292, i64 0, i32 4
  %294 = load ptr, ptr %293, align 8
  %295 = icmp eq ptr %294, null
  %296 = icmp eq ptr %294, @_Py_NoneStruct
  %297 = or i1 %295, %296
  br i1 %297, label %485, label %298
298:                                              ; preds = %286
  %299 = getelementptr inbounds %struct.Handle, ptr %292, i64 0, i32 1
  %300 = load i64, ptr %299, align 8
  %301 = getelementptr inbounds %struct.Segment, ptr %35, i64 0, i32 1
  %302 = load i64, ptr %301, align 8
  %303 = icmp eq i64 %300, %302
  br i1 %303, label %485, label %304
304:                                              ; preds = %298
  %305 = getelementptr inbounds %struct.Segment, ptr %35, i64 0, i32 2
  %306 = load i64, ptr %305, align 8
  %307 = icmp eq i64 %306, 0
  br i1 %307, label %308, label %485
308:                                              ; preds = %304
  %309 = tail call fastcc ptr @place_of(ptr noundef nonnull %273)
  %310 = icmp eq ptr %309, null
  br i1 %310, label %485, label %311
311:                                              ; preds = %308
  %312 = getelementptr inbounds %struct.Place, ptr %309, i64 0, i32 4
  %313 = load i64, ptr %312, align 8
  %314 = icmp slt i64 %313, 7
  br i1 %314, label %315, label %485
315:                                              ; preds = %311
  %316 = getelementptr inbounds %struct.Place, ptr %309, i64 0, i32 7
  %317 = load i64, ptr %316, align 8
  %318 = icmp eq i64 %317, 0
  br i1 %318, label %485, label %319
319:                                              ; preds = %315
  %320 = add nsw i64 %317, -1
  %321 = getelementptr inbounds %struct.Place, ptr %309, i64 0, i32 9, i64 %320
  %322 = load i64, ptr %321, align 8
  %323 = icmp slt i64 %317, 1
  br i1 %323, label %342, label %324
324:                                              ; preds = %319
  %325 = icmp eq i64 %317, 1
  %326 = getelementptr inbounds %struct.Place, ptr %309, i64 0, i32 5
  br label %327
327:                                              ; preds = %336, %324
  %328 = phi i64 [ 1, %324 ], [ %339, %336 ]
  %329 = phi i64 [ %320, %324 ], [ %340, %336 ]
  br i1 %325, label %336, label %330
330:                                              ; preds = %327
  %331 = getelementptr inbounds %struct.Place, ptr %309, i64 0, i32 9, i64 %329
  %332 = load i64, ptr %331, align 8
  %333 = load i64, ptr %326, align 8
  %334 = mul nsw i64 %333, %328
  %335 = icmp eq i64 %332, %334
  br i1 %335, label %336, label %485
336:                                              ; preds = %330, %327
  %337 = getelementptr inbounds %struct.Place, ptr %309, i64 0, i32 8, i64 %329
  %338 = load i64, ptr %337, align 8
  %339 = mul nsw i64 %338, %328
  %340 = add nsw i64 %329, -1
  %341 = icmp slt i64 %329, 1
  br i1 %341, label %342, label %327
342:                                              ; preds = %336, %319
  %343 = phi i64 [ 1, %319 ], [ %339, %336 ]
  %344 = icmp eq i64 %343, 0
  %345 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %346 = icmp sgt i64 %343, %345
  %347 = select i1 %344, i1 true, i1 %346
  br i1 %347, label %485, label %348
348:                                              ; preds = %342
  %349 = icmp eq i64 %45, 4
  %350 = add i64 %45, -3
  %351 = icmp ult i64 %350, 2
  br i1 %351, label %352, label %354
352:                                              ; preds = %348
  %353 = icmp eq i64 %313, 6
  br i1 %353, label %362, label %485
354:                                              ; preds = %348
  %355 = icmp ne i64 %45, 5
  %356 = icmp sgt i64 %313, 1
  %357 = and i1 %355, %356
  br i1 %357, label %358, label %362
358:                                              ; preds = %354
  %359 = icmp eq i64 %45, 6
  %360 = icmp ne i64 %313, 5
  %361 = or i1 %359, %360
  br i1 %361, label %485, label %362
362:                                              ; preds = %358, %354, %352
  %363 = tail call fastcc ptr @inner_of(ptr noundef nonnull %272, ptr noundef %52, i64 noundef %313)
  %364 = icmp eq ptr %363, null
  br i1 %364, label %485, label %365
365:                                              ; preds = %362
  %366 = getelementptr inbounds %struct.Inner, ptr %363, i64 0, i32 3
  %367 = load i64, ptr %366, align 8
  %368 = icmp eq i64 %367, %313
  br i1 %368, label %369, label %485
369:                                              ; preds = %365
  %370 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %371 = icmp eq i64 %370, %274
  br i1 %371, label %372, label %374
372:                                              ; preds = %369
  %373 = load ptr, ptr %287, align 8
  br label %416
374:                                              ; preds = %369
  %375 = load i64, ptr %37, align 8
  %376 = load i64, ptr %39, align 8
  %377 = or i64 %376, %375
  %378 = icmp eq i64 %377, 0
  br i1 %378, label %379, label %485
379:                                              ; preds = %374
  %380 = load ptr, ptr %287, align 8
  %381 = icmp eq ptr %380, null
  %382 = icmp eq ptr %380, @_Py_NoneStruct
  %383 = or i1 %381, %382
  %384 = select i1 %383, ptr %273, ptr %380
  %385 = getelementptr inbounds %struct.Handle, ptr %384, i64 0, i32 4
  %386 = load ptr, ptr %385, align 8
  %387 = icmp eq ptr %386, null
  %388 = icmp eq ptr %386, @_Py_NoneStruct
  %389 = or i1 %387, %388
  br i1 %389, label %485, label %390
390:                                              ; preds = %379
  %391 = getelementptr inbounds %struct.Handle, ptr %384, i64 0, i32 1
  %392 = load i64, ptr %391, align 8
  %393 = load i64, ptr %301, align 8
  %394 = icmp eq i64 %392, %393
  br i1 %394, label %485, label %395
395:                                              ; preds = %390
  %396 = load i64, ptr %305, align 8
  %397 = icmp eq i64 %396, 0
  br i1 %397, label %398, label %485
398:                                              ; preds = %395
  %399 = load ptr, ptr %309, align 8
  br i1 %383, label %407, label %400
400:                                              ; preds = %398
  %401 = getelementptr inbounds %struct.Handle, ptr %380, i64 0, i32 3
  %402 = load ptr, ptr %401, align 8
  %403 = icmp eq ptr %399, %402
  br i1 %403, label %404, label %485
404:                                              ; preds = %400
  %405 = getelementptr inbounds %struct.Handle, ptr %273, i64 0, i32 6
  %406 = load ptr, ptr %405, align 8
  br label %411
407:                                              ; preds = %398
  %408 = getelementptr inbounds %struct.Handle, ptr %273, i64 0, i32 3
  %409 = load ptr, ptr %408, align 8
  %410 = icmp eq ptr %399, %409
  br i1 %410, label %411, label %485
411:                                              ; preds = %407, %404
  %412 = phi ptr [ %406, %404 ], [ null, %407 ]
  %413 = getelementptr inbounds %struct.Place, ptr %309, i64 0, i32 1
  %414 = load ptr, ptr %413, align 8
  %415 = icmp eq ptr %414, %412
  br i1 %415, label %416, label %485
416:                                              ; preds = %411, %372
  %417 = phi ptr [ %373, %372 ], [ %380, %411 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5)
  store i64 0, ptr %5, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6)
  %418 = icmp eq i64 %45, 5
  %419 = sext i1 %418 to i64
  %420 = add nsw i64 %343, %419
  store i64 %420, ptr %6, align 8
  %421 = icmp eq ptr %417, null
  %422 = icmp eq ptr %417, @_Py_NoneStruct
  %423 = or i1 %421, %422
  %424 = select i1 %423, ptr %273, ptr %417
  %425 = getelementptr inbounds %struct.Handle, ptr %424, i64 0, i32 4
  %426 = load ptr, ptr %425, align 8
  %427 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %428 = getelementptr inbounds i8, ptr %426, i64 %427
  %429 = load ptr, ptr %428, align 8
  %430 = tail call i64 @PyLong_AsSsize_t(ptr noundef %429)
  %431 = inttoptr i64 %430 to ptr
  %432 = getelementptr inbounds %struct.Place, ptr %309, i64 0, i32 6
  %433 = load i64, ptr %432, align 8
  %434 = getelementptr inbounds i8, ptr %431, i64 %433
  br i1 %418, label %435, label %439
435:                                              ; preds = %416
  %436 = getelementptr inbounds %struct.Place, ptr %309, i64 0, i32 5
  %437 = load i64, ptr %436, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %5, ptr align 1 %434, i64 %437, i1 false)
  %438 = getelementptr inbounds i8, ptr %434, i64 %322
  br label %447
439:                                              ; preds = %416
  %440 = icmp eq i64 %45, 2
  br i1 %440, label %441, label %445
441:                                              ; preds = %439
  switch i64 %313, label %444 [
    i64 0, label %442
    i64 1, label %443
  ]
442:                                              ; preds = %441
  store float 1.000000e+00, ptr %5, align 8
  br label %447
443:                                              ; preds = %441
  store double 1.000000e+00, ptr %5, align 8
  br label %447
444:                                              ; preds = %441
  store i64 1, ptr %5, align 8
  br label %447
445:                                              ; preds = %439
  %446 = zext i1 %349 to i64
  store i64 %446, ptr %5, align 8
  br label %447
447:                                              ; preds = %445, %444, %443, %442, %435
  %448 = phi ptr [ %438, %435 ], [ %434, %442 ], [ %434, %443 ], [ %434, %444 ], [ %434, %445 ]
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %7)
  store ptr %5, ptr %7, align 16
  %449 = getelementptr inbounds ptr, ptr %7, i64 1
  store ptr %448, ptr %449, align 8
  %450 = getelementptr inbounds ptr, ptr %7, i64 2
  store ptr %5, ptr %450, align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %8)
  store i64 0, ptr %8, align 16
  %451 = getelementptr inbounds i64, ptr %8, i64 1
  store i64 %322, ptr %451, align 8
  %452 = getelementptr inbounds i64, ptr %8, i64 2
  store i64 0, ptr %452, align 16
  %453 = icmp eq i64 %420, 0
  br i1 %453, label %459, label %454
454:                                              ; preds = %447
  %455 = getelementptr inbounds %struct.Inner, ptr %363, i64 0, i32 1
  %456 = load ptr, ptr %455, align 8
  %457 = getelementptr inbounds %struct.Inner, ptr %363, i64 0, i32 2
  %458 = load ptr, ptr %457, align 8
  call void %456(ptr noundef nonnull %7, ptr noundef nonnull %6, ptr noundef nonnull %8, ptr noundef %458)
  br label %459
459:                                              ; preds = %454, %447
  %460 = icmp eq i64 %45, 6
  %461 = icmp eq i64 %313, 1
  %462 = and i1 %460, %461
  br i1 %462, label %463, label %467
463:                                              ; preds = %459
  %464 = sitofp i64 %343 to double
  %465 = load double, ptr %5, align 8
  %466 = fdiv double %465, %464
  store double %466, ptr %5, align 8
  br label %476
467:                                              ; preds = %459
  %468 = icmp eq i64 %313, 0
  %469 = and i1 %460, %468
  br i1 %469, label %470, label %476
470:                                              ; preds = %467
  %471 = load float, ptr %5, align 8
  %472 = fpext float %471 to double
  %473 = sitofp i64 %343 to double
  %474 = fdiv double %472, %473
  %475 = fptrunc double %474 to float
  store float %475, ptr %5, align 8
  br label %476
476:                                              ; preds = %470, %467, %463
  %477 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %478 = getelementptr inbounds %struct.Counts, ptr %477, i64 0, i32 12
  %479 = load i64, ptr %478, align 8
  %480 = add nsw i64 %479, 1
  store i64 %480, ptr %478, align 8
  %481 = call fastcc ptr @number_from(i64 noundef %313, ptr noundef nonnull %5)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %8)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %7)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  br label %482
482:                                              ; preds = %476, %269, %260, %255, %95, %70
  %483 = phi ptr [ %270, %269 ], [ %98, %95 ], [ %262, %260 ], [ %73, %70 ], [ %250, %255 ], [ %481, %476 ]
  %484 = icmp eq ptr %483, null
  br i1 %484, label %485, label %530
485:                                              ; preds = %330, %407, %400, %379, %390, %374, %395, %411, %271, %286, %298, %308, %304, %280, %362, %365, %352, %358, %342, %311, %315, %138, %149, %154, %108, %120, %126, %130, %133, %102, %220, %54, %56, %63, %256, %99, %79, %81, %85, %90, %74, %43, %482
  %486 = call ptr @PyErr_Occurred()
  %487 = icmp eq ptr %486, null
  br i1 %487, label %488, label %530
488:                                              ; preds = %485
  %489 = load i64, ptr %37, align 8
  %490 = load i64, ptr %39, align 8
  %491 = or i64 %490, %489
  %492 = icmp eq i64 %491, 0
  br i1 %492, label %493, label %499
493:                                              ; preds = %488
  %494 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 8
  %495 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 7
  %496 = load i64, ptr %495, align 8
  %497 = call fastcc ptr @by_numpy(ptr noundef nonnull %35, ptr noundef nonnull %494, ptr noundef %1, i64 noundef %36, ptr noundef %3, i64 noundef %496)
  %498 = icmp eq ptr %497, null
  br i1 %498, label %499, label %530
499:                                              ; preds = %488, %493
  %500 = call ptr @PyErr_Occurred()
  %501 = icmp eq ptr %500, null
  br i1 %501, label %502, label %530
502:                                              ; preds = %499
  %503 = load i64, ptr %37, align 8
  %504 = load i64, ptr %39, align 8
  %505 = or i64 %504, %503
  %506 = icmp eq i64 %505, 0
  br i1 %506, label %509, label %507
507:                                              ; preds = %502
  %508 = call fastcc ptr @vector_generally(ptr noundef %0, ptr noundef %1, i64 noundef %36, ptr noundef %3)
  br label %530
509:                                              ; preds = %502
  %510 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 3
  %511 = load i64, ptr %510, align 8
  %512 = icmp eq i64 %511, 0
  br i1 %512, label %515, label %513
513:                                              ; preds = %509
  %514 = call fastcc ptr @view_again(ptr noundef nonnull %0, ptr noundef %1, i64 noundef %36, ptr noundef %3)
  br label %517
515:                                              ; preds = %509
  %516 = call fastcc ptr @follow_call(ptr noundef nonnull %35, ptr noundef nonnull %0, ptr noundef %1, i64 noundef %36, ptr noundef %3)
  br label %517
517:                                              ; preds = %515, %513
  %518 = phi ptr [ %514, %513 ], [ %516, %515 ]
  %519 = icmp eq ptr %518, null
  br i1 %519, label %520, label %530
520:                                              ; preds = %517
  %521 = call ptr @PyErr_Occurred()
  %522 = icmp eq ptr %521, null
  br i1 %522, label %523, label %530
523:                                              ; preds = %32, %520, %34
  %524 = phi i64 [ %36, %520 ], [ %36, %34 ], [ %33, %32 ]
  %525 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 50), align 8
  %526 = call ptr @PyObject_GetAttr(ptr noundef %0, ptr noundef %525)
  %527 = icmp eq ptr %526, null
  br i1 %527, label %530, label %528
528:                                              ; preds = %523
  %529 = call ptr @PyObject_Vectorcall(ptr noundef nonnull %526, ptr noundef %1, i64 noundef %524, ptr noundef %3)
  call void @Py_DecRef(ptr noundef nonnull %526)
  br label %530
530:                                              ; preds = %517, %493, %499, %482, %485, %507, %528, %523, %520
  %531 = phi ptr [ null, %520 ], [ %529, %528 ], [ null, %523 ], [ %518, %517 ], [ %497, %493 ], [ null, %499 ], [ %483, %482 ], [ null, %485 ], [ %508, %507 ]
  ret ptr %531
}
define ptr @followed_get(ptr noundef %0, ptr noundef %1, ptr nocapture noundef readnone %2) local_unnamed_addr {
  %4 = alloca ptr, align 8
  store ptr %1, ptr %4, align 8
  %5 = icmp ne ptr %1, null
  %6 = icmp ne ptr %1, @_Py_NoneStruct
  %7 = and i1 %5, %6
  br i1 %7, label %8, label %16
8:                                                ; preds = %3
  %9 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 2
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %14, label %12
12:                                               ; preds = %8
  %13 = call ptr @followed_enter(ptr noundef nonnull %0, ptr noundef nonnull %4, i64 noundef 1, ptr noundef null)
  br label %17
14:                                               ; preds = %8
  %15 = tail call ptr @PyMethod_New(ptr noundef nonnull %0, ptr noundef nonnull %1)
  br label %17
16:                                               ; preds = %3
  tail call void @Py_IncRef(ptr noundef %0)
  br label %17
17:                                               ; preds = %12, %14, %16
  %18 = phi ptr [ %0, %16 ], [ %13, %12 ], [ %15, %14 ]
  ret ptr %18
}
declare ptr @PyMethod_New(ptr noundef, ptr noundef) local_unnamed_addr
define void @followed_dealloc(ptr noundef %0) local_unnamed_addr {
  %2 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 4
  %3 = load i64, ptr %2, align 8
  %4 = icmp sgt i64 %3, 0
  br i1 %4, label %5, label %7
5:                                                ; preds = %1
  %6 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 6
  br label %30
7:                                                ; preds = %30, %1
  %8 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 6
  %9 = load ptr, ptr %8, align 8
  tail call void @PyMem_RawFree(ptr noundef %9)
  %10 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 8
  %11 = load ptr, ptr %10, align 8
  store ptr null, ptr %10, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %14, label %13
13:                                               ; preds = %7
  tail call void @Py_DecRef(ptr noundef nonnull %11)
  br label %14
14:                                               ; preds = %7, %13
  %15 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 10
  %16 = load ptr, ptr %15, align 8
  store ptr null, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %19, label %18
18:                                               ; preds = %14
  tail call void @Py_DecRef(ptr noundef nonnull %16)
  br label %19
19:                                               ; preds = %14, %18
  %20 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 11
  %21 = load ptr, ptr %20, align 8
  tail call void @PyMem_RawFree(ptr noundef %21)
  %22 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %23 = load ptr, ptr %22, align 8
  %24 = tail call ptr @PyType_GetSlot(ptr noundef %23, i32 noundef 74)
  tail call void %24(ptr noundef nonnull %0)
  %25 = load i64, ptr %23, align 8
  %26 = add nsw i64 %25, -1
  store i64 %26, ptr %23, align 8
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %28, label %29
28:                                               ; preds = %19
  tail call void @_Py_Dealloc(ptr noundef nonnull %23)
  br label %29
29:                                               ; preds = %19, %28
  ret void
30:                                               ; preds = %5, %30
  %31 = phi i64 [ 0, %5 ], [ %34, %30 ]
  %32 = load ptr, ptr %6, align 8
  %33 = getelementptr inbounds %struct.Shown, ptr %32, i64 %31
  tail call fastcc void @forget_shown(ptr noundef %33)
  %34 = add nuw nsw i64 %31, 1
  %35 = load i64, ptr %2, align 8
  %36 = icmp slt i64 %34, %35
  br i1 %36, label %30, label %7
}
define internal fastcc void @forget_shown(ptr nocapture noundef readonly %0) unnamed_addr {
  %2 = load ptr, ptr %0, align 8
  %3 = icmp eq ptr %2, null
  br i1 %3, label %5, label %4
4:                                                ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %2)
  br label %5
5:                                                ; preds = %1, %4
  %6 = getelementptr inbounds %struct.Shown, ptr %0, i64 0, i32 1
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %10, label %9
9:                                                ; preds = %5
  tail call void @Py_DecRef(ptr noundef nonnull %7)
  br label %10
10:                                               ; preds = %5, %9
  %11 = getelementptr inbounds %struct.Shown, ptr %0, i64 0, i32 3
  %12 = getelementptr inbounds %struct.Shown, ptr %0, i64 0, i32 2
  %13 = load i64, ptr %12, align 8
  %14 = icmp sgt i64 %13, 0
  br i1 %14, label %15, label %24
15:                                               ; preds = %10, %21
  %16 = phi i64 [ %22, %21 ], [ 0, %10 ]
  %17 = getelementptr inbounds %struct.Given, ptr %11, i64 %16, i32 1
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %21, label %20
20:                                               ; preds = %15
  tail call void @Py_DecRef(ptr noundef nonnull %18)
  br label %21
21:                                               ; preds = %20, %15
  %22 = add nuw nsw i64 %16, 1
  %23 = icmp eq i64 %22, %13
  br i1 %23, label %24, label %15
24:                                               ; preds = %21, %10
  %25 = getelementptr inbounds %struct.Shown, ptr %0, i64 0, i32 4
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %29, label %28
28:                                               ; preds = %24
  tail call void @Py_DecRef(ptr noundef nonnull %26)
  br label %29
29:                                               ; preds = %24, %28
  %30 = getelementptr inbounds %struct.Shown, ptr %0, i64 0, i32 4, i64 1
  %31 = load ptr, ptr %30, align 8
  %32 = icmp eq ptr %31, null
  br i1 %32, label %34, label %33
33:                                               ; preds = %29
  tail call void @Py_DecRef(ptr noundef nonnull %31)
  br label %34
34:                                               ; preds = %29, %33
  ret void
}
define noundef ptr @segment_learn_call(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = alloca i32, align 4
  %5 = alloca i64, align 8
  %6 = alloca [8 x ptr], align 16
  %7 = alloca ptr, align 8
  %8 = icmp eq i64 %2, 4
  br i1 %8, label %9, label %23
9:                                                ; preds = %3
  %10 = getelementptr inbounds ptr, ptr %1, i64 1
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds %struct.Object, ptr %11, i64 0, i32 1
  %13 = load ptr, ptr %12, align 8
  %14 = icmp ne ptr %13, @PyTuple_Type
  %15 = icmp ne ptr %13, @PyList_Type
  %16 = and i1 %14, %15
  br i1 %16, label %23, label %17
17:                                               ; preds = %9
  %18 = getelementptr inbounds ptr, ptr %1, i64 2
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds %struct.Object, ptr %19, i64 0, i32 1
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %21, @PyDict_Type
  br i1 %22, label %28, label %23
23:                                               ; preds = %17, %9, %3
  %24 = load ptr, ptr @PyExc_TypeError, align 8
  %25 = tail call ptr @PyErr_Occurred()
  %26 = icmp eq ptr %25, null
  br i1 %26, label %27, label %353
27:                                               ; preds = %23
  tail call void @PyErr_SetString(ptr noundef %24, ptr noundef nonnull @.str.19)
  br label %353
28:                                               ; preds = %17
  %29 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 7
  %30 = load ptr, ptr %29, align 8
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %6)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7)
  %31 = getelementptr inbounds %struct.Position, ptr %30, i64 0, i32 4
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %32, null
  br i1 %33, label %74, label %34
34:                                               ; preds = %28
  %35 = getelementptr inbounds %struct.Position, ptr %30, i64 0, i32 5
  %36 = load ptr, ptr %35, align 8
  %37 = icmp eq ptr %36, null
  br i1 %37, label %38, label %74
38:                                               ; preds = %34
  %39 = getelementptr inbounds %struct.Position, ptr %30, i64 0, i32 14
  %40 = load i64, ptr %39, align 8
  %41 = icmp eq i64 %40, 1
  br i1 %41, label %42, label %74
42:                                               ; preds = %38
  %43 = getelementptr inbounds %struct.Position, ptr %30, i64 0, i32 15
  %44 = load i64, ptr %43, align 8
  %45 = icmp eq i64 %44, 0
  br i1 %45, label %46, label %74
46:                                               ; preds = %42
  %47 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %48 = load i64, ptr %47, align 8
  %49 = icmp eq i64 %48, 0
  br i1 %49, label %74, label %50
50:                                               ; preds = %46
  %51 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %52 = load ptr, ptr %51, align 8
  %53 = getelementptr %struct.Slot, ptr %52, i64 %48
  %54 = getelementptr %struct.Slot, ptr %53, i64 -1
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds ptr, ptr %1, i64 3
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %55, %57
  %59 = zext i1 %58 to i64
  br i1 %58, label %60, label %74
60:                                               ; preds = %50
  %61 = call fastcc i64 @row_of(ptr noundef nonnull %11, ptr noundef nonnull %19, ptr noundef nonnull %6, ptr noundef nonnull %7)
  %62 = icmp slt i64 %61, 0
  br i1 %62, label %74, label %63
63:                                               ; preds = %60
  %64 = getelementptr inbounds %struct.Position, ptr %30, i64 0, i32 12
  %65 = load i64, ptr %64, align 8
  %66 = icmp sgt i64 %65, 0
  br i1 %66, label %67, label %98
67:                                               ; preds = %63
  %68 = getelementptr inbounds %struct.Position, ptr %30, i64 0, i32 16
  %69 = load ptr, ptr %68, align 8
  %70 = and i64 %65, 3
  %71 = icmp ult i64 %65, 4
  br i1 %71, label %78, label %72
72:                                               ; preds = %67
  %73 = and i64 %65, 9223372036854775804
  br label %108
74:                                               ; preds = %28, %34, %38, %42, %46, %50, %60
  %75 = tail call ptr @PyErr_Occurred()
  %76 = icmp eq ptr %75, null
  br i1 %76, label %77, label %351
77:                                               ; preds = %74
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %351
78:                                               ; preds = %108, %67
  %79 = phi i64 [ undef, %67 ], [ %134, %108 ]
  %80 = phi i64 [ 0, %67 ], [ %134, %108 ]
  %81 = phi i64 [ 0, %67 ], [ %135, %108 ]
  %82 = icmp eq i64 %70, 0
  br i1 %82, label %95, label %83
83:                                               ; preds = %78, %83
  %84 = phi i64 [ %91, %83 ], [ %80, %78 ]
  %85 = phi i64 [ %92, %83 ], [ %81, %78 ]
  %86 = phi i64 [ %93, %83 ], [ 0, %78 ]
  %87 = getelementptr inbounds %struct.Operand, ptr %69, i64 %85
  %88 = load i64, ptr %87, align 8
  %89 = icmp eq i64 %88, 2
  %90 = zext i1 %89 to i64
  %91 = add nuw nsw i64 %84, %90
  %92 = add nuw nsw i64 %85, 1
  %93 = add i64 %86, 1
  %94 = icmp eq i64 %93, %70
  br i1 %94, label %95, label %83
95:                                               ; preds = %83, %78
  %96 = phi i64 [ %79, %78 ], [ %91, %83 ]
  %97 = xor i64 %96, -1
  br label %98
98:                                               ; preds = %95, %63
  %99 = phi i64 [ -1, %63 ], [ %97, %95 ]
  %100 = add nuw nsw i64 %61, 1
  %101 = tail call ptr @PyMem_RawCalloc(i64 noundef %100, i64 noundef 16)
  %102 = icmp ne ptr %101, null
  %103 = icmp ne i64 %61, 0
  %104 = and i1 %102, %103
  br i1 %104, label %105, label %140
105:                                              ; preds = %98
  %106 = getelementptr inbounds %struct.Position, ptr %30, i64 0, i32 16
  %107 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  br label %144
108:                                              ; preds = %108, %72
  %109 = phi i64 [ 0, %72 ], [ %134, %108 ]
  %110 = phi i64 [ 0, %72 ], [ %135, %108 ]
  %111 = phi i64 [ 0, %72 ], [ %136, %108 ]
  %112 = getelementptr inbounds %struct.Operand, ptr %69, i64 %110
  %113 = load i64, ptr %112, align 8
  %114 = icmp eq i64 %113, 2
  %115 = zext i1 %114 to i64
  %116 = add nuw nsw i64 %109, %115
  %117 = or disjoint i64 %110, 1
  %118 = getelementptr inbounds %struct.Operand, ptr %69, i64 %117
  %119 = load i64, ptr %118, align 8
  %120 = icmp eq i64 %119, 2
  %121 = zext i1 %120 to i64
  %122 = add nuw nsw i64 %116, %121
  %123 = or disjoint i64 %110, 2
  %124 = getelementptr inbounds %struct.Operand, ptr %69, i64 %123
  %125 = load i64, ptr %124, align 8
  %126 = icmp eq i64 %125, 2
  %127 = zext i1 %126 to i64
  %128 = add nuw nsw i64 %122, %127
  %129 = or disjoint i64 %110, 3
  %130 = getelementptr inbounds %struct.Operand, ptr %69, i64 %129
  %131 = load i64, ptr %130, align 8
  %132 = icmp eq i64 %131, 2
  %133 = zext i1 %132 to i64
  %134 = add nuw nsw i64 %128, %133
  %135 = add nuw nsw i64 %110, 4
  %136 = add i64 %111, 4
  %137 = icmp eq i64 %136, %73
  br i1 %137, label %78, label %108
138:                                              ; preds = %317
  %139 = icmp ne i64 %318, 0
  br label %140
140:                                              ; preds = %138, %98
  %141 = phi i1 [ %58, %98 ], [ %139, %138 ]
  %142 = phi i64 [ 0, %98 ], [ %319, %138 ]
  %143 = select i1 %102, i1 %141, i1 false
  br i1 %143, label %322, label %325
144:                                              ; preds = %105, %317
  %145 = phi i64 [ 0, %105 ], [ %319, %317 ]
  %146 = phi i64 [ %59, %105 ], [ %318, %317 ]
  %147 = phi i64 [ 0, %105 ], [ %320, %317 ]
  %148 = load i64, ptr %64, align 8
  %149 = icmp slt i64 %145, %148
  br i1 %149, label %153, label %150
150:                                              ; preds = %144
  %151 = getelementptr inbounds [8 x ptr], ptr %6, i64 0, i64 %147
  %152 = load ptr, ptr %151, align 8
  br label %307
153:                                              ; preds = %144
  %154 = load i64, ptr %47, align 8
  %155 = add i64 %154, %99
  %156 = getelementptr inbounds [8 x ptr], ptr %6, i64 0, i64 %147
  %157 = load ptr, ptr %156, align 8
  %158 = load ptr, ptr %106, align 8
  %159 = getelementptr inbounds %struct.Operand, ptr %158, i64 %145
  %160 = getelementptr inbounds %struct.Object, ptr %157, i64 0, i32 1
  %161 = load ptr, ptr %160, align 8
  %162 = getelementptr inbounds %struct.Type, ptr %161, i64 0, i32 5
  %163 = load ptr, ptr %162, align 8
  %164 = icmp eq ptr %163, @handle_dealloc
  br i1 %164, label %165, label %243
165:                                              ; preds = %153
  %166 = load i64, ptr %159, align 8
  switch i64 %166, label %174 [
    i64 1, label %167
    i64 3, label %170
  ]
167:                                              ; preds = %165
  %168 = getelementptr inbounds %struct.Operand, ptr %158, i64 %145, i32 1
  %169 = load i64, ptr %168, align 8
  br label %234
170:                                              ; preds = %165
  %171 = getelementptr inbounds %struct.Operand, ptr %158, i64 %145, i32 1
  %172 = load i64, ptr %171, align 8
  %173 = add nsw i64 %172, %155
  br label %234
174:                                              ; preds = %165
  %175 = icmp eq i64 %166, 2
  %176 = icmp sgt i64 %145, 0
  %177 = and i1 %176, %175
  br i1 %177, label %178, label %200
178:                                              ; preds = %174
  %179 = and i64 %145, 3
  %180 = icmp ult i64 %145, 4
  br i1 %180, label %183, label %181
181:                                              ; preds = %178
  %182 = and i64 %145, -4
  br label %204
183:                                              ; preds = %204, %178
  %184 = phi i64 [ undef, %178 ], [ %230, %204 ]
  %185 = phi i64 [ 0, %178 ], [ %231, %204 ]
  %186 = phi i64 [ %155, %178 ], [ %230, %204 ]
  %187 = icmp eq i64 %179, 0
  br i1 %187, label %200, label %188
188:                                              ; preds = %183, %188
  %189 = phi i64 [ %197, %188 ], [ %185, %183 ]
  %190 = phi i64 [ %196, %188 ], [ %186, %183 ]
  %191 = phi i64 [ %198, %188 ], [ 0, %183 ]
  %192 = getelementptr inbounds %struct.Operand, ptr %158, i64 %189
  %193 = load i64, ptr %192, align 8
  %194 = icmp eq i64 %193, 2
  %195 = zext i1 %194 to i64
  %196 = add nsw i64 %190, %195
  %197 = add nuw nsw i64 %189, 1
  %198 = add i64 %191, 1
  %199 = icmp eq i64 %198, %179
  br i1 %199, label %200, label %188
200:                                              ; preds = %183, %188, %174
  %201 = phi i64 [ %155, %174 ], [ %184, %183 ], [ %196, %188 ]
  %202 = add i64 %166, -1
  %203 = icmp ult i64 %202, 3
  br i1 %203, label %234, label %307
204:                                              ; preds = %204, %181
  %205 = phi i64 [ 0, %181 ], [ %231, %204 ]
  %206 = phi i64 [ %155, %181 ], [ %230, %204 ]
  %207 = phi i64 [ 0, %181 ], [ %232, %204 ]
  %208 = getelementptr inbounds %struct.Operand, ptr %158, i64 %205
  %209 = load i64, ptr %208, align 8
  %210 = icmp eq i64 %209, 2
  %211 = zext i1 %210 to i64
  %212 = add nsw i64 %206, %211
  %213 = or disjoint i64 %205, 1
  %214 = getelementptr inbounds %struct.Operand, ptr %158, i64 %213
  %215 = load i64, ptr %214, align 8
  %216 = icmp eq i64 %215, 2
  %217 = zext i1 %216 to i64
  %218 = add nsw i64 %212, %217
  %219 = or disjoint i64 %205, 2
  %220 = getelementptr inbounds %struct.Operand, ptr %158, i64 %219
  %221 = load i64, ptr %220, align 8
  %222 = icmp eq i64 %221, 2
  %223 = zext i1 %222 to i64
  %224 = add nsw i64 %218, %223
  %225 = or disjoint i64 %205, 3
  %226 = getelementptr inbounds %struct.Operand, ptr %158, i64 %225
  %227 = load i64, ptr %226, align 8
  %228 = icmp eq i64 %227, 2
  %229 = zext i1 %228 to i64
  %230 = add nsw i64 %224, %229
  %231 = add nuw nsw i64 %205, 4
  %232 = add i64 %207, 4
  %233 = icmp eq i64 %232, %182
  br i1 %233, label %183, label %204
234:                                              ; preds = %200, %170, %167
  %235 = phi i64 [ %201, %200 ], [ %169, %167 ], [ %173, %170 ]
  %236 = getelementptr inbounds %struct.Handle, ptr %157, i64 0, i32 1
  %237 = load i64, ptr %236, align 8
  %238 = load i64, ptr %107, align 8
  %239 = icmp eq i64 %237, %238
  br i1 %239, label %240, label %307
240:                                              ; preds = %234
  %241 = getelementptr inbounds %struct.Handle, ptr %157, i64 0, i32 2
  %242 = load i64, ptr %241, align 8
  br label %300
243:                                              ; preds = %153
  %244 = icmp eq ptr %161, @PyFloat_Type
  br i1 %244, label %245, label %248
245:                                              ; preds = %243
  %246 = getelementptr inbounds %struct.Float, ptr %157, i64 0, i32 1
  %247 = load i64, ptr %246, align 8
  br label %286
248:                                              ; preds = %243
  %249 = icmp eq ptr %161, @PyLong_Type
  br i1 %249, label %250, label %260
250:                                              ; preds = %248
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %4)
  %251 = call i64 @PyLong_AsLongLongAndOverflow(ptr noundef nonnull %157, ptr noundef nonnull %4)
  %252 = load i32, ptr %4, align 4
  %253 = icmp eq i32 %252, 0
  %254 = icmp sgt i64 %251, -129
  %255 = select i1 %253, i1 %254, i1 false
  %256 = icmp slt i64 %251, 128
  %257 = select i1 %255, i1 %256, i1 false
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %4)
  br i1 %257, label %286, label %258
258:                                              ; preds = %250
  %259 = load ptr, ptr %160, align 8
  br label %260
260:                                              ; preds = %258, %248
  %261 = phi ptr [ %259, %258 ], [ %161, %248 ]
  %262 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 0), align 8
  %263 = icmp eq ptr %261, %262
  br i1 %263, label %279, label %264
264:                                              ; preds = %260
  %265 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 1), align 8
  %266 = icmp eq ptr %261, %265
  br i1 %266, label %279, label %267
267:                                              ; preds = %264
  %268 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 2), align 8
  %269 = icmp eq ptr %261, %268
  br i1 %269, label %279, label %270
270:                                              ; preds = %267
  %271 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 3), align 8
  %272 = icmp eq ptr %261, %271
  br i1 %272, label %279, label %273
273:                                              ; preds = %270
  %274 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 4), align 8
  %275 = icmp eq ptr %261, %274
  br i1 %275, label %279, label %276
276:                                              ; preds = %273
  %277 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 5), align 8
  %278 = icmp eq ptr %261, %277
  br i1 %278, label %279, label %307
279:                                              ; preds = %276, %273, %270, %267, %264, %260
  %280 = phi i64 [ 0, %260 ], [ 1, %264 ], [ 2, %267 ], [ 3, %270 ], [ 4, %273 ], [ 5, %276 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5)
  store i64 0, ptr %5, align 8
  %281 = getelementptr inbounds %struct.Object, ptr %157, i64 1
  %282 = getelementptr inbounds [6 x i64], ptr @WIDTHS, i64 0, i64 %280
  %283 = load i64, ptr %282, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %5, ptr nonnull align 8 %281, i64 %283, i1 false)
  %284 = ptrtoint ptr %261 to i64
  %285 = load i64, ptr %5, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  br label %286
286:                                              ; preds = %279, %250, %245
  %287 = phi i64 [ %285, %279 ], [ 0, %245 ], [ 0, %250 ]
  %288 = phi i64 [ %284, %279 ], [ %247, %245 ], [ %251, %250 ]
  %289 = phi i64 [ 6, %279 ], [ 4, %245 ], [ 5, %250 ]
  %290 = load i64, ptr %159, align 8
  %291 = and i64 %290, 15
  %292 = icmp eq i64 %289, %291
  br i1 %292, label %293, label %307
293:                                              ; preds = %286
  %294 = getelementptr inbounds %struct.Operand, ptr %158, i64 %145, i32 1
  %295 = load i64, ptr %294, align 8
  %296 = icmp eq i64 %288, %295
  br i1 %296, label %297, label %307
297:                                              ; preds = %293
  %298 = getelementptr inbounds %struct.Operand, ptr %158, i64 %145, i32 2
  %299 = load i64, ptr %298, align 8
  br label %300
300:                                              ; preds = %240, %297
  %301 = phi i64 [ %299, %297 ], [ %235, %240 ]
  %302 = phi i64 [ %287, %297 ], [ %242, %240 ]
  %303 = icmp eq i64 %302, %301
  br i1 %303, label %304, label %307
304:                                              ; preds = %300
  %305 = getelementptr inbounds %struct.Given, ptr %101, i64 %147
  %306 = add nsw i64 %145, 1
  store i64 %145, ptr %305, align 8
  br label %313
307:                                              ; preds = %150, %276, %286, %293, %200, %234, %300
  %308 = phi ptr [ %152, %150 ], [ %157, %276 ], [ %157, %286 ], [ %157, %293 ], [ %157, %200 ], [ %157, %234 ], [ %157, %300 ]
  %309 = call fastcc i32 @is_known(ptr noundef %308)
  %310 = icmp eq i32 %309, 0
  br i1 %310, label %317, label %311
311:                                              ; preds = %307
  %312 = getelementptr inbounds %struct.Given, ptr %101, i64 %147
  store i64 -1, ptr %312, align 8
  br label %313
313:                                              ; preds = %311, %304
  %314 = phi ptr [ null, %304 ], [ %308, %311 ]
  %315 = phi i64 [ %306, %304 ], [ %145, %311 ]
  %316 = getelementptr inbounds %struct.Given, ptr %101, i64 %147, i32 1
  store ptr %314, ptr %316, align 8
  br label %317
317:                                              ; preds = %313, %307
  %318 = phi i64 [ 0, %307 ], [ %146, %313 ]
  %319 = phi i64 [ %145, %307 ], [ %315, %313 ]
  %320 = add nuw nsw i64 %147, 1
  %321 = icmp slt i64 %320, %61
  br i1 %321, label %144, label %138
322:                                              ; preds = %140
  %323 = load i64, ptr %64, align 8
  %324 = icmp slt i64 %142, %323
  br i1 %324, label %325, label %330
325:                                              ; preds = %322, %140
  call void @PyMem_RawFree(ptr noundef %101)
  %326 = load ptr, ptr %7, align 8
  %327 = icmp eq ptr %326, null
  br i1 %327, label %329, label %328
328:                                              ; preds = %325
  call void @Py_DecRef(ptr noundef nonnull %326)
  br label %329
329:                                              ; preds = %325, %328
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %351
330:                                              ; preds = %322
  call fastcc void @forget_via(ptr noundef nonnull %30)
  %331 = icmp eq i64 %61, 0
  br i1 %331, label %334, label %332
332:                                              ; preds = %330
  %333 = call i64 @llvm.smax.i64(i64 %61, i64 1)
  br label %342
334:                                              ; preds = %348, %330
  %335 = load ptr, ptr %1, align 8
  call void @Py_IncRef(ptr noundef %335)
  %336 = load ptr, ptr %1, align 8
  %337 = getelementptr inbounds %struct.Position, ptr %30, i64 0, i32 20
  store ptr %336, ptr %337, align 8
  %338 = load ptr, ptr %7, align 8
  %339 = getelementptr inbounds %struct.Position, ptr %30, i64 0, i32 21
  store ptr %338, ptr %339, align 8
  %340 = getelementptr inbounds %struct.Position, ptr %30, i64 0, i32 22
  store ptr %101, ptr %340, align 8
  %341 = getelementptr inbounds %struct.Position, ptr %30, i64 0, i32 23
  store i64 %61, ptr %341, align 8
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %351
342:                                              ; preds = %332, %348
  %343 = phi i64 [ %349, %348 ], [ 0, %332 ]
  %344 = getelementptr inbounds %struct.Given, ptr %101, i64 %343, i32 1
  %345 = load ptr, ptr %344, align 8
  %346 = icmp eq ptr %345, null
  br i1 %346, label %348, label %347
347:                                              ; preds = %342
  call void @Py_IncRef(ptr noundef nonnull %345)
  br label %348
348:                                              ; preds = %342, %347
  %349 = add nuw nsw i64 %343, 1
  %350 = icmp eq i64 %349, %333
  br i1 %350, label %334, label %342
351:                                              ; preds = %329, %334, %77, %74
  %352 = phi ptr [ @_Py_NoneStruct, %77 ], [ null, %74 ], [ @_Py_NoneStruct, %334 ], [ @_Py_NoneStruct, %329 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %6)
  br label %353
353:                                              ; preds = %27, %23, %351
  %354 = phi ptr [ %352, %351 ], [ null, %23 ], [ null, %27 ]
  ret ptr %354
}
define internal fastcc i64 @row_of(ptr nocapture noundef readonly %0, ptr noundef %1, ptr nocapture noundef writeonly %2, ptr nocapture noundef %3) unnamed_addr {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6)
  %8 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 1
  %9 = load i64, ptr %8, align 8
  %10 = tail call i64 @PyDict_Size(ptr noundef %1)
  %11 = add nsw i64 %10, %9
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7)
  store i64 0, ptr %7, align 8
  store ptr null, ptr %3, align 8
  %12 = icmp sgt i64 %11, 8
  br i1 %12, label %84, label %13
13:                                               ; preds = %4
  %14 = icmp sgt i64 %9, 0
  br i1 %14, label %15, label %35
15:                                               ; preds = %13
  %16 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %17 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 2
  %18 = and i64 %9, 1
  %19 = icmp eq i64 %9, 1
  br i1 %19, label %22, label %20
20:                                               ; preds = %15
  %21 = and i64 %9, 9223372036854775806
  br label %37
22:                                               ; preds = %54, %15
  %23 = phi i64 [ 0, %15 ], [ %59, %54 ]
  %24 = icmp eq i64 %18, 0
  br i1 %24, label %35, label %25
25:                                               ; preds = %22
  %26 = load ptr, ptr %16, align 8
  %27 = icmp eq ptr %26, @PyTuple_Type
  br i1 %27, label %30, label %28
28:                                               ; preds = %25
  %29 = load ptr, ptr %17, align 8
  br label %30
30:                                               ; preds = %28, %25
  %31 = phi ptr [ %29, %28 ], [ %17, %25 ]
  %32 = getelementptr inbounds ptr, ptr %31, i64 %23
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds ptr, ptr %2, i64 %23
  store ptr %33, ptr %34, align 8
  br label %35
35:                                               ; preds = %30, %22, %13
  %36 = icmp sgt i64 %10, 0
  br i1 %36, label %62, label %84
37:                                               ; preds = %54, %20
  %38 = phi i64 [ 0, %20 ], [ %59, %54 ]
  %39 = phi i64 [ 0, %20 ], [ %60, %54 ]
  %40 = load ptr, ptr %16, align 8
  %41 = icmp eq ptr %40, @PyTuple_Type
  br i1 %41, label %44, label %42
42:                                               ; preds = %37
  %43 = load ptr, ptr %17, align 8
  br label %44
44:                                               ; preds = %37, %42
  %45 = phi ptr [ %43, %42 ], [ %17, %37 ]
  %46 = getelementptr inbounds ptr, ptr %45, i64 %38
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds ptr, ptr %2, i64 %38
  store ptr %47, ptr %48, align 8
  %49 = or disjoint i64 %38, 1
  %50 = load ptr, ptr %16, align 8
  %51 = icmp eq ptr %50, @PyTuple_Type
  br i1 %51, label %54, label %52
52:                                               ; preds = %44
  %53 = load ptr, ptr %17, align 8
  br label %54
54:                                               ; preds = %52, %44
  %55 = phi ptr [ %53, %52 ], [ %17, %44 ]
  %56 = getelementptr inbounds ptr, ptr %55, i64 %49
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr inbounds ptr, ptr %2, i64 %49
  store ptr %57, ptr %58, align 8
  %59 = add nuw nsw i64 %38, 2
  %60 = add i64 %39, 2
  %61 = icmp eq i64 %60, %21
  br i1 %61, label %22, label %37
62:                                               ; preds = %35
  %63 = tail call i32 @PyGC_Disable()
  %64 = tail call ptr @PyTuple_New(i64 noundef %10)
  %65 = icmp eq i32 %63, 0
  br i1 %65, label %68, label %66
66:                                               ; preds = %62
  %67 = tail call i32 @PyGC_Enable()
  br label %68
68:                                               ; preds = %62, %66
  store ptr %64, ptr %3, align 8
  %69 = icmp eq ptr %64, null
  br i1 %69, label %84, label %70
70:                                               ; preds = %68, %74
  %71 = phi i64 [ %82, %74 ], [ %9, %68 ]
  %72 = call i32 @PyDict_Next(ptr noundef %1, ptr noundef nonnull %7, ptr noundef nonnull %5, ptr noundef nonnull %6)
  %73 = icmp eq i32 %72, 0
  br i1 %73, label %84, label %74
74:                                               ; preds = %70
  %75 = load ptr, ptr %5, align 8
  call void @Py_IncRef(ptr noundef %75)
  %76 = load ptr, ptr %5, align 8
  %77 = load ptr, ptr %3, align 8
  %78 = sub nsw i64 %71, %9
  %79 = getelementptr inbounds %struct.Tuple, ptr %77, i64 0, i32 2, i64 %78
  store ptr %76, ptr %79, align 8
  %80 = load ptr, ptr %6, align 8
  %81 = getelementptr inbounds ptr, ptr %2, i64 %71
  store ptr %80, ptr %81, align 8
  %82 = add nsw i64 %71, 1
  %83 = icmp slt i64 %82, %11
  br i1 %83, label %70, label %84
84:                                               ; preds = %74, %70, %35, %68, %4
  %85 = phi i64 [ -1, %4 ], [ -1, %68 ], [ %11, %35 ], [ %11, %70 ], [ %11, %74 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  ret i64 %85
}
define internal fastcc i32 @is_known(ptr noundef readonly %0) unnamed_addr {
  %2 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, @PyTuple_Type
  br i1 %4, label %5, label %19
5:                                                ; preds = %1
  %6 = getelementptr inbounds %struct.Tuple, ptr %0, i64 0, i32 1
  %7 = load i64, ptr %6, align 8
  %8 = icmp slt i64 %7, 1
  br i1 %8, label %36, label %13
9:                                                ; preds = %13
  %10 = add nuw nsw i64 %14, 1
  %11 = load i64, ptr %6, align 8
  %12 = icmp slt i64 %10, %11
  br i1 %12, label %13, label %36
13:                                               ; preds = %5, %9
  %14 = phi i64 [ %10, %9 ], [ 0, %5 ]
  %15 = getelementptr inbounds %struct.Tuple, ptr %0, i64 0, i32 2, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = tail call fastcc i32 @is_known(ptr noundef %16)
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %36, label %9
19:                                               ; preds = %1
  %20 = icmp eq ptr %0, @_Py_NoneStruct
  %21 = icmp eq ptr %3, @PyLong_Type
  %22 = or i1 %20, %21
  %23 = icmp eq ptr %3, @PyFloat_Type
  %24 = or i1 %23, %22
  %25 = icmp eq ptr %3, @PyBool_Type
  %26 = or i1 %25, %24
  %27 = icmp eq ptr %3, @PyUnicode_Type
  %28 = or i1 %27, %26
  %29 = icmp eq ptr %3, @PyType_Type
  %30 = or i1 %29, %28
  br i1 %30, label %36, label %31
31:                                               ; preds = %19
  %32 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 44), align 8
  %33 = tail call i32 @PyType_IsSubtype(ptr noundef %3, ptr noundef %32)
  %34 = icmp ne i32 %33, 0
  %35 = zext i1 %34 to i32
  br label %36
36:                                               ; preds = %13, %9, %5, %19, %31
  %37 = phi i32 [ 1, %19 ], [ %35, %31 ], [ 1, %5 ], [ 0, %13 ], [ 1, %9 ]
  ret i32 %37
}
define internal fastcc void @forget_via(ptr nocapture noundef %0) unnamed_addr {
  %2 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 22
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 23
  %5 = load i64, ptr %4, align 8
  %6 = icmp sgt i64 %5, 0
  br i1 %6, label %7, label %18
7:                                                ; preds = %1, %13
  %8 = phi i64 [ %14, %13 ], [ 0, %1 ]
  %9 = getelementptr inbounds %struct.Given, ptr %3, i64 %8, i32 1
  %10 = load ptr, ptr %9, align 8
  %11 = icmp eq ptr %10, null
  br i1 %11, label %13, label %12
12:                                               ; preds = %7
  tail call void @Py_DecRef(ptr noundef nonnull %10)
  br label %13
13:                                               ; preds = %12, %7
  %14 = add nuw nsw i64 %8, 1
  %15 = icmp eq i64 %14, %5
  br i1 %15, label %16, label %7
16:                                               ; preds = %13
  %17 = load ptr, ptr %2, align 8
  br label %18
18:                                               ; preds = %16, %1
  %19 = phi ptr [ %17, %16 ], [ %3, %1 ]
  tail call void @PyMem_RawFree(ptr noundef %19)
  %20 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 21
  %21 = load ptr, ptr %20, align 8
  store ptr null, ptr %20, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %24, label %23
23:                                               ; preds = %18
  tail call void @Py_DecRef(ptr noundef nonnull %21)
  br label %24
24:                                               ; preds = %18, %23
  %25 = getelementptr inbounds %struct.Position, ptr %0, i64 0, i32 20
  %26 = load ptr, ptr %25, align 8
  store ptr null, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %29, label %28
28:                                               ; preds = %24
  tail call void @Py_DecRef(ptr noundef nonnull %26)
  br label %29
29:                                               ; preds = %24, %28
  store ptr null, ptr %2, align 8
  store i64 0, ptr %4, align 8
  ret void
}
define noundef ptr @followed_learn_view(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = alloca %struct.Shown, align 8
  %5 = alloca [8 x ptr], align 16
  %6 = alloca %struct.Shown, align 8
  %7 = icmp eq i64 %2, 3
  br i1 %7, label %8, label %25
8:                                                ; preds = %3
  %9 = load ptr, ptr %1, align 8
  %10 = getelementptr inbounds %struct.Object, ptr %9, i64 0, i32 1
  %11 = load ptr, ptr %10, align 8
  %12 = icmp ne ptr %11, @PyTuple_Type
  %13 = icmp ne ptr %11, @PyList_Type
  %14 = and i1 %12, %13
  br i1 %14, label %25, label %15
15:                                               ; preds = %8
  %16 = getelementptr inbounds ptr, ptr %1, i64 1
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds %struct.Object, ptr %17, i64 0, i32 1
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, @PyDict_Type
  br i1 %20, label %21, label %25
21:                                               ; preds = %15
  %22 = getelementptr inbounds %struct.List, ptr %9, i64 0, i32 1
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %25, label %30
25:                                               ; preds = %21, %15, %8, %3
  %26 = load ptr, ptr @PyExc_TypeError, align 8
  %27 = tail call ptr @PyErr_Occurred()
  %28 = icmp eq ptr %27, null
  br i1 %28, label %29, label %177
29:                                               ; preds = %25
  tail call void @PyErr_SetString(ptr noundef %26, ptr noundef nonnull @.str.20)
  br label %177
30:                                               ; preds = %21
  call void @llvm.lifetime.start.p0(i64 168, ptr nonnull %4)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(168) %4, i8 0, i64 168, i1 false)
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %5)
  %31 = getelementptr inbounds ptr, ptr %1, i64 2
  %32 = load ptr, ptr %31, align 8
  %33 = getelementptr inbounds %struct.Shown, ptr %4, i64 0, i32 1
  %34 = call fastcc i64 @row_of(ptr noundef nonnull %9, ptr noundef nonnull %17, ptr noundef nonnull %5, ptr noundef nonnull %33)
  %35 = icmp sgt i64 %34, -1
  br i1 %35, label %36, label %83
36:                                               ; preds = %30
  %37 = load ptr, ptr %5, align 16
  %38 = getelementptr inbounds %struct.Object, ptr %37, i64 0, i32 1
  %39 = load ptr, ptr %38, align 8
  %40 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %41 = icmp eq ptr %39, %40
  br i1 %41, label %42, label %59
42:                                               ; preds = %36
  %43 = getelementptr inbounds %struct.Handle, ptr %37, i64 0, i32 5
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %44, null
  %46 = icmp eq ptr %44, @_Py_NoneStruct
  %47 = or i1 %45, %46
  br i1 %47, label %59, label %48
48:                                               ; preds = %42
  %49 = getelementptr inbounds %struct.Handle, ptr %37, i64 0, i32 7
  %50 = load i64, ptr %49, align 8
  %51 = icmp eq i64 %50, -1
  br i1 %51, label %52, label %59
52:                                               ; preds = %48
  %53 = getelementptr inbounds %struct.Handle, ptr %37, i64 0, i32 6
  %54 = load ptr, ptr %53, align 8
  %55 = getelementptr inbounds %struct.Tuple, ptr %54, i64 0, i32 1
  %56 = load i64, ptr %55, align 8
  %57 = icmp eq i64 %56, 0
  %58 = zext i1 %57 to i64
  br label %59
59:                                               ; preds = %52, %48, %42, %36
  %60 = phi i64 [ 0, %36 ], [ 1, %42 ], [ 0, %48 ], [ %58, %52 ]
  %61 = icmp ugt i64 %34, 1
  br i1 %61, label %66, label %62
62:                                               ; preds = %66, %59
  %63 = phi i1 [ false, %59 ], [ %61, %66 ]
  %64 = phi i64 [ %60, %59 ], [ %73, %66 ]
  %65 = icmp eq i64 %64, 0
  br i1 %65, label %83, label %76
66:                                               ; preds = %59, %66
  %67 = phi i64 [ %73, %66 ], [ %60, %59 ]
  %68 = phi i64 [ %74, %66 ], [ 1, %59 ]
  %69 = getelementptr inbounds [8 x ptr], ptr %5, i64 0, i64 %68
  %70 = load ptr, ptr %69, align 8
  %71 = tail call fastcc i32 @is_known(ptr noundef %70)
  %72 = zext nneg i32 %71 to i64
  %73 = and i64 %67, %72
  %74 = add nuw nsw i64 %68, 1
  %75 = icmp eq i64 %74, %34
  br i1 %75, label %62, label %66
76:                                               ; preds = %62
  %77 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 6
  %78 = load ptr, ptr %77, align 8
  %79 = icmp eq ptr %78, null
  br i1 %79, label %80, label %91
80:                                               ; preds = %76
  %81 = tail call ptr @PyMem_RawCalloc(i64 noundef 32, i64 noundef 168)
  store ptr %81, ptr %77, align 8
  %82 = icmp eq ptr %81, null
  br i1 %82, label %83, label %91
83:                                               ; preds = %30, %62, %80
  %84 = load ptr, ptr %33, align 8
  %85 = icmp eq ptr %84, null
  br i1 %85, label %87, label %86
86:                                               ; preds = %83
  tail call void @Py_DecRef(ptr noundef nonnull %84)
  br label %87
87:                                               ; preds = %83, %86
  %88 = tail call ptr @PyErr_Occurred()
  %89 = icmp eq ptr %88, null
  br i1 %89, label %90, label %175
90:                                               ; preds = %87
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %175
91:                                               ; preds = %76, %80
  %92 = getelementptr inbounds %struct.Shown, ptr %4, i64 0, i32 2
  store i64 %34, ptr %92, align 8
  %93 = icmp eq i64 %34, 0
  br i1 %93, label %118, label %94
94:                                               ; preds = %91
  %95 = getelementptr inbounds %struct.Shown, ptr %4, i64 0, i32 3, i64 0
  store i64 0, ptr %95, align 8
  %96 = getelementptr inbounds %struct.Shown, ptr %4, i64 0, i32 3, i64 0, i32 1
  store ptr null, ptr %96, align 8
  %97 = icmp eq i64 %34, 1
  br i1 %97, label %118, label %98
98:                                               ; preds = %94
  %99 = add nsw i64 %34, -1
  %100 = add nsw i64 %34, -2
  %101 = and i64 %99, 3
  %102 = icmp ult i64 %100, 3
  br i1 %102, label %105, label %103
103:                                              ; preds = %98
  %104 = and i64 %99, -4
  br label %130
105:                                              ; preds = %130, %98
  %106 = phi i64 [ 1, %98 ], [ %152, %130 ]
  %107 = icmp eq i64 %101, 0
  br i1 %107, label %118, label %108
108:                                              ; preds = %105, %108
  %109 = phi i64 [ %115, %108 ], [ %106, %105 ]
  %110 = phi i64 [ %116, %108 ], [ 0, %105 ]
  %111 = getelementptr inbounds %struct.Shown, ptr %4, i64 0, i32 3, i64 %109
  %112 = getelementptr inbounds [8 x ptr], ptr %5, i64 0, i64 %109
  %113 = load ptr, ptr %112, align 8
  store i64 -1, ptr %111, align 8
  %114 = getelementptr inbounds i8, ptr %111, i64 8
  store ptr %113, ptr %114, align 8
  %115 = add nuw nsw i64 %109, 1
  %116 = add i64 %110, 1
  %117 = icmp eq i64 %116, %101
  br i1 %117, label %118, label %108
118:                                              ; preds = %105, %108, %94, %91
  %119 = load ptr, ptr %5, align 16
  %120 = getelementptr inbounds %struct.Handle, ptr %119, i64 0, i32 3
  %121 = load ptr, ptr %120, align 8
  store ptr %121, ptr %4, align 8
  %122 = getelementptr inbounds %struct.Handle, ptr %32, i64 0, i32 3
  %123 = load ptr, ptr %122, align 8
  %124 = getelementptr inbounds %struct.Shown, ptr %4, i64 0, i32 4
  store ptr %123, ptr %124, align 8
  %125 = getelementptr inbounds %struct.Handle, ptr %32, i64 0, i32 6
  %126 = load ptr, ptr %125, align 8
  %127 = getelementptr inbounds %struct.Shown, ptr %4, i64 0, i32 4, i64 1
  store ptr %126, ptr %127, align 8
  tail call void @Py_IncRef(ptr noundef %121)
  %128 = load ptr, ptr %122, align 8
  tail call void @Py_IncRef(ptr noundef %128)
  %129 = load ptr, ptr %125, align 8
  tail call void @Py_IncRef(ptr noundef %129)
  br i1 %63, label %163, label %155
130:                                              ; preds = %130, %103
  %131 = phi i64 [ 1, %103 ], [ %152, %130 ]
  %132 = phi i64 [ 0, %103 ], [ %153, %130 ]
  %133 = getelementptr inbounds %struct.Shown, ptr %4, i64 0, i32 3, i64 %131
  %134 = getelementptr inbounds [8 x ptr], ptr %5, i64 0, i64 %131
  %135 = load ptr, ptr %134, align 8
  store i64 -1, ptr %133, align 8
  %136 = getelementptr inbounds i8, ptr %133, i64 8
  store ptr %135, ptr %136, align 8
  %137 = add nuw nsw i64 %131, 1
  %138 = getelementptr inbounds %struct.Shown, ptr %4, i64 0, i32 3, i64 %137
  %139 = getelementptr inbounds [8 x ptr], ptr %5, i64 0, i64 %137
  %140 = load ptr, ptr %139, align 8
  store i64 -1, ptr %138, align 8
  %141 = getelementptr inbounds i8, ptr %138, i64 8
  store ptr %140, ptr %141, align 8
  %142 = add nuw nsw i64 %131, 2
  %143 = getelementptr inbounds %struct.Shown, ptr %4, i64 0, i32 3, i64 %142
  %144 = getelementptr inbounds [8 x ptr], ptr %5, i64 0, i64 %142
  %145 = load ptr, ptr %144, align 8
  store i64 -1, ptr %143, align 8
  %146 = getelementptr inbounds i8, ptr %143, i64 8
  store ptr %145, ptr %146, align 8
  %147 = add nuw nsw i64 %131, 3
  %148 = getelementptr inbounds %struct.Shown, ptr %4, i64 0, i32 3, i64 %147
  %149 = getelementptr inbounds [8 x ptr], ptr %5, i64 0, i64 %147
  %150 = load ptr, ptr %149, align 8
  store i64 -1, ptr %148, align 8
  %151 = getelementptr inbounds i8, ptr %148, i64 8
  store ptr %150, ptr %151, align 8
  %152 = add nuw nsw i64 %131, 4
  %153 = add i64 %132, 4
  %154 = icmp eq i64 %153, %104
  br i1 %154, label %105, label %130
155:                                              ; preds = %163, %118
  call void @llvm.lifetime.start.p0(i64 168, ptr nonnull %6)
  %156 = load ptr, ptr %77, align 8
  %157 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 5
  %158 = load i64, ptr %157, align 8
  %159 = getelementptr inbounds %struct.Shown, ptr %156, i64 %158
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(168) %6, ptr noundef nonnull align 8 dereferenceable(168) %159, i64 168, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(168) %159, ptr noundef nonnull align 8 dereferenceable(168) %4, i64 168, i1 false)
  %160 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 4
  %161 = load i64, ptr %160, align 8
  %162 = icmp slt i64 %161, 32
  br i1 %162, label %169, label %171
163:                                              ; preds = %118, %163
  %164 = phi i64 [ %167, %163 ], [ 1, %118 ]
  %165 = getelementptr inbounds [8 x ptr], ptr %5, i64 0, i64 %164
  %166 = load ptr, ptr %165, align 8
  tail call void @Py_IncRef(ptr noundef %166)
  %167 = add nuw nsw i64 %164, 1
  %168 = icmp eq i64 %167, %34
  br i1 %168, label %155, label %163
169:                                              ; preds = %155
  %170 = add nsw i64 %161, 1
  store i64 %170, ptr %160, align 8
  br label %171
171:                                              ; preds = %169, %155
  %172 = load i64, ptr %157, align 8
  %173 = add nsw i64 %172, 1
  %174 = srem i64 %173, 32
  store i64 %174, ptr %157, align 8
  call fastcc void @forget_shown(ptr noundef nonnull %6)
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  call void @llvm.lifetime.end.p0(i64 168, ptr nonnull %6)
  br label %175
175:                                              ; preds = %90, %87, %171
  %176 = phi ptr [ @_Py_NoneStruct, %171 ], [ @_Py_NoneStruct, %90 ], [ null, %87 ]
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %5)
  call void @llvm.lifetime.end.p0(i64 168, ptr nonnull %4)
  br label %177
177:                                              ; preds = %29, %25, %175
  %178 = phi ptr [ %176, %175 ], [ null, %25 ], [ null, %29 ]
  ret ptr %178
}
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg)
define ptr @nb_float(ptr noundef %0) local_unnamed_addr {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = tail call fastcc ptr @number_of(ptr noundef %0)
  %4 = icmp eq ptr %3, null
  br i1 %4, label %14, label %5
5:                                                ; preds = %1
  %6 = getelementptr inbounds %struct.Object, ptr %3, i64 0, i32 1
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, @PyFloat_Type
  br i1 %8, label %20, label %9
9:                                                ; preds = %5
  %10 = tail call i64 @PyLong_AsLongLong(ptr noundef nonnull %3)
  %11 = sitofp i64 %10 to double
  %12 = tail call ptr @PyFloat_FromDouble(double noundef %11)
  tail call void @Py_DecRef(ptr noundef nonnull %3)
  %13 = icmp eq ptr %12, null
  br i1 %13, label %14, label %20
14:                                               ; preds = %1, %9
  %15 = tail call ptr @PyErr_Occurred()
  %16 = icmp eq ptr %15, null
  br i1 %16, label %17, label %20
17:                                               ; preds = %14
  %18 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 39), align 8
  %19 = call ptr @PyObject_Vectorcall(ptr noundef %18, ptr noundef nonnull %2, i64 noundef 1, ptr noundef null)
  br label %20
20:                                               ; preds = %5, %9, %14, %17
  %21 = phi ptr [ %19, %17 ], [ null, %14 ], [ %12, %9 ], [ %3, %5 ]
  ret ptr %21
}
define internal fastcc ptr @number_of(ptr noundef %0) unnamed_addr {
  %2 = tail call ptr @PyThreadState_Get()
  %3 = tail call i64 @PyThreadState_GetID(ptr noundef %2)
  %4 = add nsw i64 %3, 1
  %5 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %11, label %7
7:                                                ; preds = %1
  %8 = getelementptr inbounds %struct.Segment, ptr %5, i64 0, i32 13
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %9, %4
  br i1 %10, label %24, label %11
11:                                               ; preds = %7, %1
  %12 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %84, label %14
14:                                               ; preds = %11, %20
  %15 = phi ptr [ %22, %20 ], [ %12, %11 ]
  %16 = getelementptr inbounds %struct.Segment, ptr %15, i64 0, i32 13
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, %4
  br i1 %18, label %19, label %20
19:                                               ; preds = %14
  store ptr %15, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %24
20:                                               ; preds = %14
  %21 = getelementptr inbounds %struct.Segment, ptr %15, i64 0, i32 12
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %84, label %14
24:                                               ; preds = %7, %19
  %25 = phi ptr [ %15, %19 ], [ %5, %7 ]
  %26 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds %struct.Type, ptr %27, i64 0, i32 5
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %29, @handle_dealloc
  br i1 %30, label %31, label %84
31:                                               ; preds = %24
  %32 = getelementptr inbounds %struct.Segment, ptr %25, i64 0, i32 3
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds %struct.Segment, ptr %25, i64 0, i32 5
  %35 = load i64, ptr %34, align 8
  %36 = or i64 %35, %33
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %38, label %84
38:                                               ; preds = %31
  %39 = getelementptr inbounds %struct.Segment, ptr %25, i64 0, i32 2
  %40 = load i64, ptr %39, align 8
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %42, label %84
42:                                               ; preds = %38
  %43 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 5
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %44, null
  %46 = icmp eq ptr %44, @_Py_NoneStruct
  %47 = or i1 %45, %46
  br i1 %47, label %48, label %84
48:                                               ; preds = %42
  %49 = tail call fastcc ptr @place_of(ptr noundef nonnull %0)
  %50 = icmp eq ptr %49, null
  br i1 %50, label %84, label %51
51:                                               ; preds = %48
  %52 = getelementptr inbounds %struct.Place, ptr %49, i64 0, i32 7
  %53 = load i64, ptr %52, align 8
  %54 = icmp eq i64 %53, 0
  br i1 %54, label %55, label %84
55:                                               ; preds = %51
  %56 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 4
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %57, null
  %59 = icmp eq ptr %57, @_Py_NoneStruct
  %60 = or i1 %58, %59
  br i1 %60, label %61, label %75
61:                                               ; preds = %55
  %62 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 1
  %63 = load i64, ptr %62, align 8
  %64 = getelementptr inbounds %struct.Segment, ptr %25, i64 0, i32 1
  %65 = load i64, ptr %64, align 8
  %66 = icmp eq i64 %63, %65
  br i1 %66, label %67, label %84
67:                                               ; preds = %61
  %68 = tail call fastcc i32 @run_here(ptr noundef nonnull %25)
  %69 = icmp slt i32 %68, 1
  br i1 %69, label %84, label %70
70:                                               ; preds = %67
  %71 = load ptr, ptr %56, align 8
  %72 = icmp eq ptr %71, null
  %73 = icmp eq ptr %71, @_Py_NoneStruct
  %74 = or i1 %72, %73
  br i1 %74, label %84, label %75
75:                                               ; preds = %70, %55
  %76 = tail call fastcc ptr @place_of(ptr noundef nonnull %0)
  %77 = load ptr, ptr %56, align 8
  %78 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %79 = getelementptr inbounds i8, ptr %77, i64 %78
  %80 = load ptr, ptr %79, align 8
  %81 = tail call i64 @PyLong_AsSsize_t(ptr noundef %80)
  %82 = inttoptr i64 %81 to ptr
  %83 = tail call fastcc ptr @plain(ptr noundef %76, ptr noundef %82)
  br label %84
84:                                               ; preds = %20, %11, %75, %51, %48, %70, %67, %61, %24, %31, %38, %42
  %85 = phi ptr [ null, %42 ], [ null, %38 ], [ null, %31 ], [ null, %24 ], [ %83, %75 ], [ null, %51 ], [ null, %48 ], [ null, %70 ], [ null, %67 ], [ null, %61 ], [ null, %11 ], [ null, %20 ]
  ret ptr %85
}
declare ptr @PyFloat_FromDouble(double noundef) local_unnamed_addr
define i32 @bf_getbuffer(ptr noundef %0, ptr noundef %1, i32 noundef %2) local_unnamed_addr {
  %4 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  %5 = getelementptr inbounds %struct.Buffered, ptr %1, i64 0, i32 1
  store ptr null, ptr %5, align 8
  %6 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 41), align 8
  %7 = call ptr @PyObject_Vectorcall(ptr noundef %6, ptr noundef nonnull %4, i64 noundef 1, ptr noundef null)
  %8 = icmp eq ptr %7, null
  br i1 %8, label %11, label %9
9:                                                ; preds = %3
  %10 = call i32 @PyObject_GetBuffer(ptr noundef nonnull %7, ptr noundef nonnull %1, i32 noundef %2)
  call void @Py_DecRef(ptr noundef nonnull %7)
  br label %11
11:                                               ; preds = %3, %9
  %12 = phi i32 [ %10, %9 ], [ -1, %3 ]
  ret i32 %12
}
declare i32 @PyObject_GetBuffer(ptr noundef, ptr noundef, i32 noundef) local_unnamed_addr
define ptr @handle_item(ptr noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = alloca ptr, align 8
  %5 = tail call ptr @PyThreadState_Get()
  %6 = tail call i64 @PyThreadState_GetID(ptr noundef %5)
  %7 = add nsw i64 %6, 1
  %8 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %14, label %10
10:                                               ; preds = %3
  %11 = getelementptr inbounds %struct.Segment, ptr %8, i64 0, i32 13
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, %7
  br i1 %13, label %27, label %14
14:                                               ; preds = %10, %3
  %15 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %16 = icmp eq ptr %15, null
  br i1 %16, label %27, label %17
17:                                               ; preds = %14, %23
  %18 = phi ptr [ %25, %23 ], [ %15, %14 ]
  %19 = getelementptr inbounds %struct.Segment, ptr %18, i64 0, i32 13
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, %7
  br i1 %21, label %22, label %23
22:                                               ; preds = %17
  store ptr %18, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %27
23:                                               ; preds = %17
  %24 = getelementptr inbounds %struct.Segment, ptr %18, i64 0, i32 12
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %27, label %17
27:                                               ; preds = %23, %10, %14, %22
  %28 = phi ptr [ %18, %22 ], [ %8, %10 ], [ null, %14 ], [ null, %23 ]
  switch i64 %2, label %58 [
    i64 0, label %29
    i64 1, label %31
  ]
29:                                               ; preds = %27
  %30 = tail call fastcc ptr @number_of(ptr noundef %0)
  br label %55
31:                                               ; preds = %27
  %32 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds %struct.Type, ptr %33, i64 0, i32 5
  %35 = load ptr, ptr %34, align 8
  %36 = icmp ne ptr %35, @handle_dealloc
  %37 = icmp eq ptr %28, null
  %38 = or i1 %37, %36
  br i1 %38, label %58, label %39
39:                                               ; preds = %31
  %40 = getelementptr inbounds %struct.Segment, ptr %28, i64 0, i32 3
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds %struct.Segment, ptr %28, i64 0, i32 5
  %43 = load i64, ptr %42, align 8
  %44 = or i64 %43, %41
  %45 = icmp eq i64 %44, 0
  br i1 %45, label %46, label %58
46:                                               ; preds = %39
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4)
  %47 = load ptr, ptr %1, align 8
  %48 = call fastcc ptr @element_at(ptr noundef nonnull %28, ptr noundef nonnull %0, ptr noundef %47, ptr noundef nonnull %4)
  %49 = icmp eq ptr %48, null
  br i1 %49, label %53, label %50
50:                                               ; preds = %46
  %51 = load ptr, ptr %4, align 8
  %52 = tail call fastcc ptr @plain(ptr noundef %51, ptr noundef nonnull %48)
  br label %53
53:                                               ; preds = %46, %50
  %54 = phi ptr [ %52, %50 ], [ null, %46 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4)
  br label %55
55:                                               ; preds = %53, %29
  %56 = phi ptr [ %54, %53 ], [ %30, %29 ]
  %57 = icmp eq ptr %56, null
  br i1 %57, label %58, label %87
58:                                               ; preds = %27, %31, %39, %55
  %59 = tail call ptr @PyErr_Occurred()
  %60 = icmp eq ptr %59, null
  br i1 %60, label %61, label %87
61:                                               ; preds = %58
  %62 = add nsw i64 %2, 1
  %63 = tail call i32 @PyGC_Disable()
  %64 = tail call ptr @PyTuple_New(i64 noundef %62)
  %65 = icmp eq i32 %63, 0
  br i1 %65, label %68, label %66
66:                                               ; preds = %61
  %67 = tail call i32 @PyGC_Enable()
  br label %68
68:                                               ; preds = %61, %66
  %69 = icmp ne ptr %64, null
  %70 = getelementptr ptr, ptr %1, i64 -1
  %71 = icmp sgt i64 %2, -1
  %72 = and i1 %69, %71
  br i1 %72, label %73, label %76
73:                                               ; preds = %68
  %74 = getelementptr inbounds %struct.Tuple, ptr %64, i64 0, i32 2, i64 0
  store ptr %0, ptr %74, align 8
  tail call void @Py_IncRef(ptr noundef %0)
  %75 = icmp eq i64 %2, 0
  br i1 %75, label %84, label %77
76:                                               ; preds = %68
  br i1 %69, label %84, label %87
77:                                               ; preds = %73, %77
  %78 = phi i64 [ %82, %77 ], [ 1, %73 ]
  %79 = getelementptr ptr, ptr %70, i64 %78
  %80 = load ptr, ptr %79, align 8
  %81 = getelementptr inbounds %struct.Tuple, ptr %64, i64 0, i32 2, i64 %78
  store ptr %80, ptr %81, align 8
  tail call void @Py_IncRef(ptr noundef %80)
  %82 = add nuw nsw i64 %78, 1
  %83 = icmp slt i64 %78, %2
  br i1 %83, label %77, label %84
84:                                               ; preds = %77, %73, %76
  %85 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 40), align 8
  %86 = tail call ptr @PyObject_Call(ptr noundef %85, ptr noundef nonnull %64, ptr noundef null)
  tail call void @Py_DecRef(ptr noundef nonnull %64)
  br label %87
87:                                               ; preds = %76, %84, %55, %58
  %88 = phi ptr [ null, %58 ], [ %56, %55 ], [ %86, %84 ], [ null, %76 ]
  ret ptr %88
}
define internal fastcc ptr @plain(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) unnamed_addr {
  %3 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 4
  %4 = load i64, ptr %3, align 8
  switch i64 %4, label %31 [
    i64 0, label %5
    i64 1, label %9
    i64 2, label %12
    i64 3, label %16
    i64 4, label %20
    i64 5, label %24
    i64 6, label %27
  ]
5:                                                ; preds = %2
  %6 = load float, ptr %1, align 4
  %7 = fpext float %6 to double
  %8 = tail call ptr @PyFloat_FromDouble(double noundef %7)
  br label %31
9:                                                ; preds = %2
  %10 = load double, ptr %1, align 8
  %11 = tail call ptr @PyFloat_FromDouble(double noundef %10)
  br label %31
12:                                               ; preds = %2
  %13 = load i8, ptr %1, align 1
  %14 = sext i8 %13 to i64
  %15 = tail call ptr @PyLong_FromLongLong(i64 noundef %14)
  br label %31
16:                                               ; preds = %2
  %17 = load i16, ptr %1, align 2
  %18 = sext i16 %17 to i64
  %19 = tail call ptr @PyLong_FromLongLong(i64 noundef %18)
  br label %31
20:                                               ; preds = %2
  %21 = load i32, ptr %1, align 4
  %22 = sext i32 %21 to i64
  %23 = tail call ptr @PyLong_FromLongLong(i64 noundef %22)
  br label %31
24:                                               ; preds = %2
  %25 = load i64, ptr %1, align 8
  %26 = tail call ptr @PyLong_FromLongLong(i64 noundef %25)
  br label %31
27:                                               ; preds = %2
  %28 = load i8, ptr %1, align 1
  %29 = sext i8 %28 to i64
  %30 = tail call ptr @PyBool_FromLong(i64 noundef %29)
  br label %31
31:                                               ; preds = %2, %27, %24, %20, %16, %12, %9, %5
  %32 = phi ptr [ %30, %27 ], [ %26, %24 ], [ %23, %20 ], [ %19, %16 ], [ %15, %12 ], [ %11, %9 ], [ %8, %5 ], [ null, %2 ]
  ret ptr %32
}
declare ptr @PyObject_Call(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr
define ptr @nb_add(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate(i64 noundef 0, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define internal fastcc ptr @operate(i64 noundef %0, ptr noundef %1, ptr noundef %2) unnamed_addr {
  %4 = alloca [2 x ptr], align 16
  %5 = alloca [2 x ptr], align 16
  %6 = tail call ptr @PyThreadState_Get()
  %7 = tail call i64 @PyThreadState_GetID(ptr noundef %6)
  %8 = add nsw i64 %7, 1
  %9 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %15, label %11
11:                                               ; preds = %3
  %12 = getelementptr inbounds %struct.Segment, ptr %9, i64 0, i32 13
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, %8
  br i1 %14, label %28, label %15
15:                                               ; preds = %11, %3
  %16 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %106, label %18
18:                                               ; preds = %15, %24
  %19 = phi ptr [ %26, %24 ], [ %16, %15 ]
  %20 = getelementptr inbounds %struct.Segment, ptr %19, i64 0, i32 13
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %21, %8
  br i1 %22, label %23, label %24
23:                                               ; preds = %18
  store ptr %19, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %28
24:                                               ; preds = %18
  %25 = getelementptr inbounds %struct.Segment, ptr %19, i64 0, i32 12
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %106, label %18
28:                                               ; preds = %11, %23
  %29 = phi ptr [ %19, %23 ], [ %9, %11 ]
  %30 = getelementptr inbounds %struct.Segment, ptr %29, i64 0, i32 3
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr inbounds %struct.Segment, ptr %29, i64 0, i32 5
  %33 = load i64, ptr %32, align 8
  %34 = or i64 %33, %31
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %36, label %106
36:                                               ; preds = %28
  %37 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %38 = load ptr, ptr %37, align 8
  %39 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 6), align 8
  %40 = icmp eq ptr %38, %39
  br i1 %40, label %47, label %41
41:                                               ; preds = %36
  %42 = icmp eq ptr %2, null
  br i1 %42, label %77, label %43
43:                                               ; preds = %41
  %44 = getelementptr inbounds %struct.Object, ptr %2, i64 0, i32 1
  %45 = load ptr, ptr %44, align 8
  %46 = icmp eq ptr %45, %39
  br i1 %46, label %47, label %77
47:                                               ; preds = %43, %36
  %48 = tail call fastcc ptr @number_at_hand(ptr noundef nonnull %29, ptr noundef nonnull %1)
  %49 = icmp ne ptr %48, null
  %50 = icmp ne ptr %2, null
  %51 = and i1 %50, %49
  br i1 %51, label %52, label %54
52:                                               ; preds = %47
  %53 = tail call fastcc ptr @number_at_hand(ptr noundef nonnull %29, ptr noundef nonnull %2)
  br label %54
54:                                               ; preds = %52, %47
  %55 = phi ptr [ %53, %52 ], [ null, %47 ]
  %56 = xor i1 %49, true
  %57 = icmp eq ptr %55, null
  %58 = and i1 %50, %57
  %59 = select i1 %56, i1 true, i1 %58
  br i1 %59, label %62, label %60
60:                                               ; preds = %54
  %61 = tail call fastcc ptr @compute(i64 noundef %0, ptr noundef nonnull %48, ptr noundef %55)
  br label %64
62:                                               ; preds = %54
  %63 = icmp eq ptr %48, null
  br i1 %63, label %66, label %64
64:                                               ; preds = %62, %60
  %65 = phi ptr [ %61, %60 ], [ null, %62 ]
  tail call void @Py_DecRef(ptr noundef nonnull %48)
  br label %66
66:                                               ; preds = %64, %62
  %67 = phi ptr [ null, %62 ], [ %65, %64 ]
  br i1 %57, label %69, label %68
68:                                               ; preds = %66
  tail call void @Py_DecRef(ptr noundef nonnull %55)
  br label %69
69:                                               ; preds = %66, %68
  %70 = icmp eq ptr %67, null
  br i1 %70, label %71, label %113
71:                                               ; preds = %69
  %72 = tail call ptr @PyErr_Occurred()
  %73 = icmp eq ptr %72, null
  br i1 %73, label %74, label %113
74:                                               ; preds = %71
  %75 = load i64, ptr %30, align 8
  %76 = load i64, ptr %32, align 8
  br label %77
77:                                               ; preds = %74, %43, %41
  %78 = phi i64 [ %76, %74 ], [ %33, %43 ], [ %33, %41 ]
  %79 = phi i64 [ %75, %74 ], [ %31, %43 ], [ %31, %41 ]
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4)
  store ptr %1, ptr %4, align 16
  %80 = getelementptr inbounds ptr, ptr %4, i64 1
  store ptr %2, ptr %80, align 8
  %81 = or i64 %78, %79
  %82 = icmp eq i64 %81, 0
  br i1 %82, label %83, label %86
83:                                               ; preds = %77
  %84 = tail call fastcc ptr @small(ptr noundef nonnull %29, i64 noundef %0, ptr noundef nonnull %1, ptr noundef %2, i32 noundef 0)
  %85 = icmp eq ptr %84, null
  br i1 %85, label %86, label %101
86:                                               ; preds = %77, %83
  %87 = tail call ptr @PyErr_Occurred()
  %88 = icmp eq ptr %87, null
  br i1 %88, label %89, label %101
89:                                               ; preds = %86
  %90 = load i64, ptr %30, align 8
  %91 = load i64, ptr %32, align 8
  %92 = or i64 %91, %90
  %93 = icmp eq i64 %92, 0
  br i1 %93, label %94, label %103
94:                                               ; preds = %89
  %95 = getelementptr inbounds %struct.anon, ptr @core, i64 0, i32 19, i64 %0
  %96 = load ptr, ptr %95, align 8
  %97 = icmp eq ptr %2, null
  %98 = select i1 %97, i64 1, i64 2
  %99 = call fastcc ptr @follow(ptr noundef nonnull %29, ptr noundef %96, ptr noundef nonnull %4, i64 noundef %98, ptr noundef null, i64 noundef 0, ptr noundef null)
  %100 = icmp eq ptr %99, null
  br i1 %100, label %103, label %101
101:                                              ; preds = %86, %83, %94
  %102 = phi ptr [ %99, %94 ], [ %84, %83 ], [ null, %86 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4)
  br label %113
103:                                              ; preds = %89, %94
  %104 = tail call ptr @PyErr_Occurred()
  %105 = icmp eq ptr %104, null
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4)
  br i1 %105, label %106, label %113
106:                                              ; preds = %24, %15, %103, %28
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5)
  store ptr %1, ptr %5, align 16
  %107 = getelementptr inbounds ptr, ptr %5, i64 1
  store ptr %2, ptr %107, align 8
  %108 = getelementptr inbounds %struct.anon, ptr @core, i64 0, i32 20, i64 %0
  %109 = load ptr, ptr %108, align 8
  %110 = icmp eq ptr %2, null
  %111 = select i1 %110, i64 1, i64 2
  %112 = call ptr @PyObject_Vectorcall(ptr noundef %109, ptr noundef nonnull %5, i64 noundef %111, ptr noundef null)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  br label %113
113:                                              ; preds = %101, %71, %69, %103, %106
  %114 = phi ptr [ %112, %106 ], [ null, %103 ], [ %67, %69 ], [ null, %71 ], [ %102, %101 ]
  ret ptr %114
}
define ptr @nb_iadd(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate_in_place(i64 noundef 13, i64 noundef 0, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define internal fastcc ptr @operate_in_place(i64 noundef %0, i64 noundef %1, ptr noundef %2, ptr noundef %3) unnamed_addr {
  %5 = alloca [2 x ptr], align 16
  %6 = alloca [2 x ptr], align 16
  %7 = tail call ptr @PyThreadState_Get()
  %8 = tail call i64 @PyThreadState_GetID(ptr noundef %7)
  %9 = add nsw i64 %8, 1
  %10 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %11 = icmp eq ptr %10, null
  br i1 %11, label %16, label %12
12:                                               ; preds = %4
  %13 = getelementptr inbounds %struct.Segment, ptr %10, i64 0, i32 13
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, %9
  br i1 %15, label %29, label %16
16:                                               ; preds = %12, %4
  %17 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %18 = icmp eq ptr %17, null
  br i1 %18, label %29, label %19
19:                                               ; preds = %16, %25
  %20 = phi ptr [ %27, %25 ], [ %17, %16 ]
  %21 = getelementptr inbounds %struct.Segment, ptr %20, i64 0, i32 13
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, %9
  br i1 %23, label %24, label %25
24:                                               ; preds = %19
  store ptr %20, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %29
25:                                               ; preds = %19
  %26 = getelementptr inbounds %struct.Segment, ptr %20, i64 0, i32 12
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %27, null
  br i1 %28, label %29, label %19
29:                                               ; preds = %25, %12, %16, %24
  %30 = phi ptr [ %20, %24 ], [ %10, %12 ], [ null, %16 ], [ null, %25 ]
  %31 = getelementptr inbounds %struct.Object, ptr %2, i64 0, i32 1
  %32 = load ptr, ptr %31, align 8
  %33 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 6), align 8
  %34 = icmp eq ptr %32, %33
  br i1 %34, label %35, label %37
35:                                               ; preds = %29
  %36 = tail call fastcc ptr @operate(i64 noundef %1, ptr noundef nonnull %2, ptr noundef %3)
  br label %87
37:                                               ; preds = %29
  %38 = icmp eq ptr %30, null
  br i1 %38, label %82, label %39
39:                                               ; preds = %37
  %40 = getelementptr inbounds %struct.Segment, ptr %30, i64 0, i32 3
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds %struct.Segment, ptr %30, i64 0, i32 5
  %43 = load i64, ptr %42, align 8
  %44 = or i64 %43, %41
  %45 = icmp eq i64 %44, 0
  br i1 %45, label %46, label %82
46:                                               ; preds = %39
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5)
  store ptr %2, ptr %5, align 16
  %47 = getelementptr inbounds ptr, ptr %5, i64 1
  store ptr %3, ptr %47, align 8
  %48 = tail call fastcc ptr @small(ptr noundef nonnull %30, i64 noundef %1, ptr noundef nonnull %2, ptr noundef %3, i32 noundef 1)
  %49 = icmp eq ptr %48, null
  br i1 %49, label %50, label %77
50:                                               ; preds = %46
  %51 = tail call ptr @PyErr_Occurred()
  %52 = icmp eq ptr %51, null
  br i1 %52, label %53, label %77
53:                                               ; preds = %50
  %54 = load i64, ptr %40, align 8
  %55 = load i64, ptr %42, align 8
  %56 = or i64 %55, %54
  %57 = icmp eq i64 %56, 0
  br i1 %57, label %58, label %64
58:                                               ; preds = %53
  %59 = getelementptr inbounds %struct.anon, ptr @core, i64 0, i32 19, i64 %0
  %60 = load ptr, ptr %59, align 8
  %61 = call fastcc ptr @follow(ptr noundef nonnull %30, ptr noundef %60, ptr noundef nonnull %5, i64 noundef 2, ptr noundef null, i64 noundef 1, ptr noundef nonnull %2)
  %62 = icmp eq ptr %61, null
  br i1 %62, label %64, label %63
63:                                               ; preds = %58
  tail call void @Py_IncRef(ptr noundef nonnull %61)
  br label %77
64:                                               ; preds = %53, %58
  %65 = tail call ptr @PyErr_Occurred()
  %66 = icmp eq ptr %65, null
  br i1 %66, label %67, label %77
67:                                               ; preds = %64
  %68 = load i64, ptr %40, align 8
  %69 = load i64, ptr %42, align 8
  %70 = or i64 %69, %68
  %71 = icmp eq i64 %70, 0
  br i1 %71, label %72, label %79
72:                                               ; preds = %67
  %73 = getelementptr inbounds %struct.anon, ptr @core, i64 0, i32 19, i64 %1
  %74 = load ptr, ptr %73, align 8
  %75 = tail call fastcc ptr @operate_in_window(ptr noundef nonnull %30, ptr noundef %74, ptr noundef nonnull %2, ptr noundef %3)
  %76 = icmp eq ptr %75, null
  br i1 %76, label %79, label %77
77:                                               ; preds = %63, %50, %46, %64, %72
  %78 = phi ptr [ %75, %72 ], [ null, %64 ], [ %48, %46 ], [ null, %50 ], [ %61, %63 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  br label %87
79:                                               ; preds = %67, %72
  %80 = tail call ptr @PyErr_Occurred()
  %81 = icmp eq ptr %80, null
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  br i1 %81, label %82, label %87
82:                                               ; preds = %37, %79, %39
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6)
  store ptr %2, ptr %6, align 16
  %83 = getelementptr inbounds ptr, ptr %6, i64 1
  store ptr %3, ptr %83, align 8
  %84 = getelementptr inbounds %struct.anon, ptr @core, i64 0, i32 20, i64 %0
  %85 = load ptr, ptr %84, align 8
  %86 = call ptr @PyObject_Vectorcall(ptr noundef %85, ptr noundef nonnull %6, i64 noundef 2, ptr noundef null)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6)
  br label %87
87:                                               ; preds = %77, %79, %82, %35
  %88 = phi ptr [ %36, %35 ], [ %86, %82 ], [ null, %79 ], [ %78, %77 ]
  ret ptr %88
}
define ptr @nb_sub(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate(i64 noundef 1, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_isub(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate_in_place(i64 noundef 14, i64 noundef 1, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_mul(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate(i64 noundef 2, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_imul(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate_in_place(i64 noundef 15, i64 noundef 2, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_truediv(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate(i64 noundef 3, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_itruediv(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate_in_place(i64 noundef 16, i64 noundef 3, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_floordiv(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate(i64 noundef 4, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_ifloordiv(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate_in_place(i64 noundef 17, i64 noundef 4, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_mod(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate(i64 noundef 5, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_imod(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate_in_place(i64 noundef 18, i64 noundef 5, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_matmul(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate(i64 noundef 7, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_imatmul(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate_in_place(i64 noundef 20, i64 noundef 7, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_and(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate(i64 noundef 8, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_iand(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate_in_place(i64 noundef 21, i64 noundef 8, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_or(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate(i64 noundef 9, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_ior(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate_in_place(i64 noundef 22, i64 noundef 9, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_xor(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate(i64 noundef 10, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_ixor(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate_in_place(i64 noundef 23, i64 noundef 10, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_lshift(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate(i64 noundef 11, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_ilshift(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate_in_place(i64 noundef 24, i64 noundef 11, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_rshift(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate(i64 noundef 12, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_irshift(ptr noundef %0, ptr noundef %1) local_unnamed_addr {
  %3 = tail call fastcc ptr @operate_in_place(i64 noundef 25, i64 noundef 12, ptr noundef %0, ptr noundef %1)
  ret ptr %3
}
define ptr @nb_neg(ptr noundef %0) local_unnamed_addr {
  %2 = tail call fastcc ptr @operate(i64 noundef 26, ptr noundef %0, ptr noundef null)
  ret ptr %2
}
define ptr @nb_pos(ptr noundef %0) local_unnamed_addr {
  %2 = tail call fastcc ptr @operate(i64 noundef 27, ptr noundef %0, ptr noundef null)
  ret ptr %2
}
define ptr @nb_abs(ptr noundef %0) local_unnamed_addr {
  %2 = tail call fastcc ptr @operate(i64 noundef 28, ptr noundef %0, ptr noundef null)
  ret ptr %2
}
define ptr @nb_invert(ptr noundef %0) local_unnamed_addr {
  %2 = tail call fastcc ptr @operate(i64 noundef 29, ptr noundef %0, ptr noundef null)
  ret ptr %2
}
define ptr @nb_pow(ptr noundef %0, ptr noundef %1, ptr noundef readnone %2) local_unnamed_addr {
  %4 = icmp eq ptr %2, @_Py_NoneStruct
  br i1 %4, label %5, label %7
5:                                                ; preds = %3
  %6 = tail call fastcc ptr @operate(i64 noundef 6, ptr noundef %0, ptr noundef %1)
  br label %8
7:                                                ; preds = %3
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NotImplementedStruct)
  br label %8
8:                                                ; preds = %7, %5
  %9 = phi ptr [ %6, %5 ], [ @_Py_NotImplementedStruct, %7 ]
  ret ptr %9
}
define ptr @nb_ipow(ptr noundef %0, ptr noundef %1, ptr noundef readnone %2) local_unnamed_addr {
  %4 = icmp eq ptr %2, @_Py_NoneStruct
  br i1 %4, label %5, label %7
5:                                                ; preds = %3
  %6 = tail call fastcc ptr @operate_in_place(i64 noundef 19, i64 noundef 6, ptr noundef %0, ptr noundef %1)
  br label %8
7:                                                ; preds = %3
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NotImplementedStruct)
  br label %8
8:                                                ; preds = %7, %5
  %9 = phi ptr [ %6, %5 ], [ @_Py_NotImplementedStruct, %7 ]
  ret ptr %9
}
define ptr @tp_richcompare(ptr noundef %0, ptr noundef %1, i32 noundef %2) local_unnamed_addr {
  %4 = add nsw i32 %2, 30
  %5 = sext i32 %4 to i64
  %6 = tail call fastcc ptr @operate(i64 noundef %5, ptr noundef %0, ptr noundef %1)
  ret ptr %6
}
define ptr @m_record(ptr nocapture noundef readnone %0, ptr noundef %1, i64 noundef %2, ptr noundef %3) local_unnamed_addr {
  %5 = tail call ptr @PyThreadState_Get()
  %6 = tail call i64 @PyThreadState_GetID(ptr noundef %5)
  %7 = add nsw i64 %6, 1
  %8 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %14, label %10
10:                                               ; preds = %4
  %11 = getelementptr inbounds %struct.Segment, ptr %8, i64 0, i32 13
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, %7
  br i1 %13, label %27, label %14
14:                                               ; preds = %10, %4
  %15 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %16 = icmp eq ptr %15, null
  br i1 %16, label %138, label %17
17:                                               ; preds = %14, %23
  %18 = phi ptr [ %25, %23 ], [ %15, %14 ]
  %19 = getelementptr inbounds %struct.Segment, ptr %18, i64 0, i32 13
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, %7
  br i1 %21, label %22, label %23
22:                                               ; preds = %17
  store ptr %18, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %27
23:                                               ; preds = %17
  %24 = getelementptr inbounds %struct.Segment, ptr %18, i64 0, i32 12
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %138, label %17
27:                                               ; preds = %10, %22
  %28 = phi ptr [ %18, %22 ], [ %8, %10 ]
  %29 = getelementptr inbounds %struct.Segment, ptr %28, i64 0, i32 3
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds %struct.Segment, ptr %28, i64 0, i32 5
  %32 = load i64, ptr %31, align 8
  %33 = or i64 %32, %30
  %34 = icmp eq i64 %33, 0
  %35 = add i64 %2, -3
  %36 = icmp ult i64 %35, 3
  %37 = and i1 %36, %34
  br i1 %37, label %38, label %138
38:                                               ; preds = %27
  %39 = getelementptr inbounds ptr, ptr %1, i64 1
  %40 = load ptr, ptr %39, align 8
  %41 = getelementptr inbounds %struct.Object, ptr %40, i64 0, i32 1
  %42 = load ptr, ptr %41, align 8
  %43 = icmp ne ptr %42, @PyTuple_Type
  %44 = icmp ne ptr %42, @PyList_Type
  %45 = and i1 %43, %44
  br i1 %45, label %138, label %46
46:                                               ; preds = %38
  %47 = icmp ugt i64 %2, 3
  br i1 %47, label %48, label %59
48:                                               ; preds = %46
  %49 = getelementptr inbounds ptr, ptr %1, i64 3
  %50 = load ptr, ptr %49, align 8
  %51 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 45), align 8
  %52 = icmp eq ptr %50, %51
  %53 = icmp eq i64 %2, 4
  br i1 %53, label %59, label %54
54:                                               ; preds = %48
  %55 = getelementptr inbounds ptr, ptr %1, i64 4
  %56 = load ptr, ptr %55, align 8
  %57 = icmp eq ptr %56, @_Py_NoneStruct
  %58 = select i1 %57, ptr null, ptr %56
  br label %59
59:                                               ; preds = %46, %48, %54
  %60 = phi i1 [ %52, %54 ], [ %52, %48 ], [ false, %46 ]
  %61 = phi ptr [ %58, %54 ], [ null, %48 ], [ null, %46 ]
  %62 = zext i1 %60 to i64
  %63 = icmp eq ptr %3, null
  %64 = getelementptr ptr, ptr %1, i64 %2
  br i1 %63, label %105, label %65
65:                                               ; preds = %59
  %66 = getelementptr inbounds %struct.Tuple, ptr %3, i64 0, i32 1
  %67 = load i64, ptr %66, align 8
  %68 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 47), align 8
  %69 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 48), align 8
  %70 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 45), align 8
  %71 = tail call i64 @llvm.smax.i64(i64 %67, i64 0)
  %72 = icmp slt i64 %67, 1
  br i1 %72, label %75, label %79
73:                                               ; preds = %99
  %74 = icmp eq i64 %100, 0
  br label %75
75:                                               ; preds = %73, %65
  %76 = phi i64 [ %102, %73 ], [ %62, %65 ]
  %77 = phi ptr [ %101, %73 ], [ %61, %65 ]
  %78 = phi i1 [ %74, %73 ], [ false, %65 ]
  br i1 %78, label %138, label %105
79:                                               ; preds = %65, %99
  %80 = phi i64 [ %100, %99 ], [ 1, %65 ]
  %81 = phi ptr [ %101, %99 ], [ %61, %65 ]
  %82 = phi i64 [ %103, %99 ], [ 0, %65 ]
  %83 = phi i64 [ %102, %99 ], [ %62, %65 ]
  %84 = getelementptr inbounds %struct.Tuple, ptr %3, i64 0, i32 2, i64 %82
  %85 = load ptr, ptr %84, align 8
  %86 = icmp eq ptr %85, %68
  br i1 %86, label %87, label %92
87:                                               ; preds = %79
  %88 = getelementptr ptr, ptr %64, i64 %82
  %89 = load ptr, ptr %88, align 8
  %90 = icmp eq ptr %89, %70
  %91 = zext i1 %90 to i64
  br label %99
92:                                               ; preds = %79
  %93 = icmp eq ptr %85, %69
  br i1 %93, label %94, label %99
94:                                               ; preds = %92
  %95 = getelementptr ptr, ptr %64, i64 %82
  %96 = load ptr, ptr %95, align 8
  %97 = icmp eq ptr %96, @_Py_NoneStruct
  %98 = select i1 %97, ptr null, ptr %96
  br label %99
99:                                               ; preds = %92, %87, %94
  %100 = phi i64 [ %80, %87 ], [ %80, %94 ], [ 0, %92 ]
  %101 = phi ptr [ %81, %87 ], [ %98, %94 ], [ %81, %92 ]
  %102 = phi i64 [ %91, %87 ], [ %83, %94 ], [ %83, %92 ]
  %103 = add nuw i64 %82, 1
  %104 = icmp eq i64 %103, %71
  br i1 %104, label %73, label %79
105:                                              ; preds = %59, %75
  %106 = phi i64 [ %76, %75 ], [ %62, %59 ]
  %107 = phi ptr [ %77, %75 ], [ %61, %59 ]
  %108 = getelementptr inbounds ptr, ptr %1, i64 2
  %109 = load ptr, ptr %108, align 8
  %110 = tail call i64 @PyDict_Size(ptr noundef %109)
  %111 = icmp eq i64 %110, 0
  br i1 %111, label %114, label %112
112:                                              ; preds = %105
  %113 = load ptr, ptr %108, align 8
  br label %114
114:                                              ; preds = %105, %112
  %115 = phi ptr [ %113, %112 ], [ null, %105 ]
  %116 = load ptr, ptr %1, align 8
  %117 = load ptr, ptr %39, align 8
  %118 = getelementptr inbounds %struct.Object, ptr %117, i64 0, i32 1
  %119 = load ptr, ptr %118, align 8
  %120 = icmp eq ptr %119, @PyTuple_Type
  br i1 %120, label %121, label %123
121:                                              ; preds = %114
  %122 = getelementptr inbounds %struct.Tuple, ptr %117, i64 0, i32 2
  br label %126
123:                                              ; preds = %114
  %124 = getelementptr inbounds %struct.List, ptr %117, i64 0, i32 2
  %125 = load ptr, ptr %124, align 8
  br label %126
126:                                              ; preds = %121, %123
  %127 = phi ptr [ %122, %121 ], [ %125, %123 ]
  %128 = getelementptr inbounds %struct.List, ptr %117, i64 0, i32 1
  %129 = load i64, ptr %128, align 8
  %130 = tail call fastcc ptr @follow(ptr noundef nonnull %28, ptr noundef %116, ptr noundef %127, i64 noundef %129, ptr noundef %115, i64 noundef %106, ptr noundef %107)
  %131 = icmp eq ptr %130, null
  br i1 %131, label %135, label %132
132:                                              ; preds = %126
  %133 = icmp eq ptr %107, null
  br i1 %133, label %141, label %134
134:                                              ; preds = %132
  tail call void @Py_IncRef(ptr noundef nonnull %107)
  br label %141
135:                                              ; preds = %126
  %136 = tail call ptr @PyErr_Occurred()
  %137 = icmp eq ptr %136, null
  br i1 %137, label %138, label %141
138:                                              ; preds = %23, %75, %14, %135, %38, %27
  %139 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 21), align 8
  %140 = tail call ptr @PyObject_Vectorcall(ptr noundef %139, ptr noundef %1, i64 noundef %2, ptr noundef %3)
  br label %141
141:                                              ; preds = %134, %132, %135, %138
  %142 = phi ptr [ %140, %138 ], [ null, %135 ], [ %130, %132 ], [ %130, %134 ]
  ret ptr %142
}
define ptr @m_follow_slots(ptr nocapture noundef readnone %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 2
  br i1 %4, label %5, label %11
5:                                                ; preds = %3
  %6 = getelementptr inbounds ptr, ptr %1, i64 1
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds %struct.Object, ptr %7, i64 0, i32 1
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %9, @PyTuple_Type
  br i1 %10, label %16, label %11
11:                                               ; preds = %5, %3
  %12 = load ptr, ptr @PyExc_TypeError, align 8
  %13 = tail call ptr @PyErr_Occurred()
  %14 = icmp eq ptr %13, null
  br i1 %14, label %15, label %111
15:                                               ; preds = %11
  tail call void @PyErr_SetString(ptr noundef %12, ptr noundef nonnull @.str.21)
  br label %111
16:                                               ; preds = %5
  %17 = tail call ptr @PyThreadState_Get()
  %18 = tail call i64 @PyThreadState_GetID(ptr noundef %17)
  %19 = add nsw i64 %18, 1
  %20 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %21 = icmp eq ptr %20, null
  br i1 %21, label %26, label %22
22:                                               ; preds = %16
  %23 = getelementptr inbounds %struct.Segment, ptr %20, i64 0, i32 13
  %24 = load i64, ptr %23, align 8
  %25 = icmp eq i64 %24, %19
  br i1 %25, label %39, label %26
26:                                               ; preds = %22, %16
  %27 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %28 = icmp eq ptr %27, null
  br i1 %28, label %107, label %29
29:                                               ; preds = %26, %35
  %30 = phi ptr [ %37, %35 ], [ %27, %26 ]
  %31 = getelementptr inbounds %struct.Segment, ptr %30, i64 0, i32 13
  %32 = load i64, ptr %31, align 8
  %33 = icmp eq i64 %32, %19
  br i1 %33, label %34, label %35
34:                                               ; preds = %29
  store ptr %30, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %39
35:                                               ; preds = %29
  %36 = getelementptr inbounds %struct.Segment, ptr %30, i64 0, i32 12
  %37 = load ptr, ptr %36, align 8
  %38 = icmp eq ptr %37, null
  br i1 %38, label %107, label %29
39:                                               ; preds = %22, %34
  %40 = phi ptr [ %30, %34 ], [ %20, %22 ]
  %41 = getelementptr inbounds %struct.Segment, ptr %40, i64 0, i32 3
  %42 = load i64, ptr %41, align 8
  %43 = getelementptr inbounds %struct.Segment, ptr %40, i64 0, i32 5
  %44 = load i64, ptr %43, align 8
  %45 = or i64 %44, %42
  %46 = icmp eq i64 %45, 0
  br i1 %46, label %47, label %107
47:                                               ; preds = %39
  %48 = load ptr, ptr %1, align 8
  %49 = load ptr, ptr %6, align 8
  %50 = getelementptr inbounds %struct.Segment, ptr %40, i64 0, i32 7
  %51 = load ptr, ptr %50, align 8
  %52 = getelementptr inbounds %struct.Position, ptr %51, i64 0, i32 2
  %53 = load ptr, ptr %52, align 8
  %54 = icmp eq ptr %53, null
  br i1 %54, label %107, label %55
55:                                               ; preds = %47
  %56 = getelementptr inbounds %struct.Tuple, ptr %49, i64 0, i32 1
  br label %57
57:                                               ; preds = %88, %55
  %58 = phi ptr [ %53, %55 ], [ %90, %88 ]
  %59 = getelementptr inbounds %struct.Position, ptr %58, i64 0, i32 4
  %60 = load ptr, ptr %59, align 8
  %61 = icmp eq ptr %60, %48
  br i1 %61, label %62, label %88
62:                                               ; preds = %57
  %63 = getelementptr inbounds %struct.Position, ptr %58, i64 0, i32 12
  %64 = load i64, ptr %63, align 8
  %65 = load i64, ptr %56, align 8
  %66 = icmp eq i64 %64, %65
  br i1 %66, label %67, label %88
67:                                               ; preds = %62
  %68 = icmp sgt i64 %64, 0
  br i1 %68, label %69, label %84
69:                                               ; preds = %67
  %70 = getelementptr inbounds %struct.Position, ptr %58, i64 0, i32 16
  br label %71
71:                                               ; preds = %81, %69
  %72 = phi i64 [ 0, %69 ], [ %82, %81 ]
  %73 = getelementptr inbounds %struct.Tuple, ptr %49, i64 0, i32 2, i64 %72
  %74 = load ptr, ptr %73, align 8
  %75 = tail call i64 @PyLong_AsLongLong(ptr noundef %74)
  %76 = load ptr, ptr %70, align 8
  %77 = getelementptr inbounds %struct.Operand, ptr %76, i64 %72, i32 1
  %78 = load i64, ptr %77, align 8
  %79 = icmp eq i64 %75, %78
  %80 = load i64, ptr %56, align 8
  br i1 %79, label %81, label %84
81:                                               ; preds = %71
  %82 = add nuw nsw i64 %72, 1
  %83 = icmp slt i64 %82, %80
  br i1 %83, label %71, label %84
84:                                               ; preds = %81, %71, %67
  %85 = phi i64 [ %64, %67 ], [ %80, %71 ], [ %80, %81 ]
  %86 = phi i64 [ 0, %67 ], [ %82, %81 ], [ %72, %71 ]
  %87 = icmp eq i64 %86, %85
  br i1 %87, label %92, label %88
88:                                               ; preds = %84, %62, %57
  %89 = getelementptr inbounds %struct.Position, ptr %58, i64 0, i32 3
  %90 = load ptr, ptr %89, align 8
  %91 = icmp eq ptr %90, null
  br i1 %91, label %107, label %57
92:                                               ; preds = %84
  %93 = getelementptr inbounds %struct.Position, ptr %58, i64 0, i32 14
  %94 = load i64, ptr %93, align 8
  %95 = tail call fastcc i32 @reserve(ptr noundef nonnull %40, i64 noundef %94, i64 noundef 0, i64 noundef 0)
  %96 = icmp eq i32 %95, 0
  br i1 %96, label %107, label %97
97:                                               ; preds = %92
  %98 = getelementptr inbounds %struct.Segment, ptr %40, i64 0, i32 15
  %99 = load i64, ptr %98, align 8
  %100 = tail call fastcc ptr @step_to(ptr noundef nonnull %40, ptr noundef nonnull %58, ptr noundef null)
  %101 = icmp eq ptr %100, null
  br i1 %101, label %102, label %111
102:                                              ; preds = %97
  %103 = getelementptr inbounds %struct.Segment, ptr %40, i64 0, i32 18
  %104 = load i64, ptr %103, align 8
  %105 = getelementptr inbounds %struct.Segment, ptr %40, i64 0, i32 21
  %106 = load i64, ptr %105, align 8
  tail call fastcc void @undo(ptr noundef nonnull %40, i64 noundef %99, i64 noundef %104, i64 noundef %106)
  br label %107
107:                                              ; preds = %35, %88, %26, %39, %92, %102, %47
  %108 = tail call ptr @PyErr_Occurred()
  %109 = icmp eq ptr %108, null
  br i1 %109, label %110, label %111
110:                                              ; preds = %107
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %111
111:                                              ; preds = %97, %15, %11, %110, %107
  %112 = phi ptr [ @_Py_NoneStruct, %110 ], [ null, %107 ], [ null, %11 ], [ null, %15 ], [ %100, %97 ]
  ret ptr %112
}
define ptr @function_call(ptr noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr {
  %4 = tail call ptr @PyVectorcall_Call(ptr noundef %0, ptr noundef %1, ptr noundef %2)
  ret ptr %4
}
define ptr @function_new(ptr noundef %0, ptr nocapture noundef readnone %1, ptr nocapture noundef readnone %2) local_unnamed_addr {
  %4 = tail call ptr @PyType_GetSlot(ptr noundef %0, i32 noundef 47)
  %5 = tail call ptr %4(ptr noundef %0, i64 noundef 0)
  %6 = icmp eq ptr %5, null
  br i1 %6, label %9, label %7
7:                                                ; preds = %3
  %8 = getelementptr inbounds %struct.Function, ptr %5, i64 0, i32 1
  store ptr @function_enter, ptr %8, align 8
  br label %9
9:                                                ; preds = %7, %3
  ret ptr %5
}
define internal ptr @function_enter(ptr noundef %0, ptr noundef %1, i64 noundef %2, ptr noundef %3) {
  %5 = alloca [2 x ptr], align 16
  %6 = tail call ptr @PyThreadState_Get()
  %7 = tail call i64 @PyThreadState_GetID(ptr noundef %6)
  %8 = add nsw i64 %7, 1
  %9 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %15, label %11
11:                                               ; preds = %4
  %12 = getelementptr inbounds %struct.Segment, ptr %9, i64 0, i32 13
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, %8
  br i1 %14, label %30, label %15
15:                                               ; preds = %11, %4
  %16 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %28, label %18
18:                                               ; preds = %15, %24
  %19 = phi ptr [ %26, %24 ], [ %16, %15 ]
  %20 = getelementptr inbounds %struct.Segment, ptr %19, i64 0, i32 13
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %21, %8
  br i1 %22, label %23, label %24
23:                                               ; preds = %18
  store ptr %19, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %30
24:                                               ; preds = %18
  %25 = getelementptr inbounds %struct.Segment, ptr %19, i64 0, i32 12
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %28, label %18
28:                                               ; preds = %24, %15
  %29 = and i64 %2, 9223372036854775807
  br label %180
30:                                               ; preds = %11, %23
  %31 = phi ptr [ %19, %23 ], [ %9, %11 ]
  %32 = and i64 %2, 9223372036854775807
  %33 = getelementptr inbounds %struct.Segment, ptr %31, i64 0, i32 3
  %34 = load i64, ptr %33, align 8
  %35 = getelementptr inbounds %struct.Segment, ptr %31, i64 0, i32 5
  %36 = load i64, ptr %35, align 8
  %37 = or i64 %36, %34
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %39, label %180
39:                                               ; preds = %30
  %40 = getelementptr inbounds %struct.Function, ptr %0, i64 0, i32 3
  %41 = load i64, ptr %40, align 8
  %42 = icmp ne i64 %32, %41
  %43 = icmp ne ptr %3, null
  %44 = or i1 %43, %42
  br i1 %44, label %180, label %45
45:                                               ; preds = %39
  %46 = getelementptr inbounds %struct.Function, ptr %0, i64 0, i32 2
  %47 = load ptr, ptr %46, align 8
  %48 = icmp eq ptr %47, null
  br i1 %48, label %180, label %49
49:                                               ; preds = %45
  %50 = add nsw i64 %32, -1
  %51 = icmp ult i64 %50, 2
  br i1 %51, label %52, label %101
52:                                               ; preds = %49
  %53 = load ptr, ptr %1, align 8
  %54 = getelementptr inbounds %struct.Object, ptr %53, i64 0, i32 1
  %55 = load ptr, ptr %54, align 8
  %56 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %57 = icmp eq ptr %55, %56
  br i1 %57, label %101, label %58
58:                                               ; preds = %52
  %59 = getelementptr inbounds %struct.Function, ptr %0, i64 0, i32 4
  %60 = load ptr, ptr %59, align 8
  %61 = icmp eq ptr %60, null
  %62 = icmp eq ptr %60, @_Py_NoneStruct
  %63 = or i1 %61, %62
  br i1 %63, label %101, label %64
64:                                               ; preds = %58
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %5, i8 0, i64 16, i1 false)
  br label %65
65:                                               ; preds = %64, %72
  %66 = phi i64 [ %73, %72 ], [ 0, %64 ]
  %67 = getelementptr inbounds ptr, ptr %1, i64 %66
  %68 = load ptr, ptr %67, align 8
  %69 = tail call fastcc ptr @number_at_hand(ptr noundef nonnull %31, ptr noundef %68)
  %70 = getelementptr inbounds [2 x ptr], ptr %5, i64 0, i64 %66
  store ptr %69, ptr %70, align 8
  %71 = icmp eq ptr %69, null
  br i1 %71, label %75, label %72
72:                                               ; preds = %65
  %73 = add nuw nsw i64 %66, 1
  %74 = icmp eq i64 %73, %32
  br i1 %74, label %77, label %65
75:                                               ; preds = %65
  %76 = icmp eq i64 %66, %32
  br i1 %76, label %77, label %80
77:                                               ; preds = %72, %75
  %78 = load ptr, ptr %59, align 8
  %79 = call ptr @PyObject_Vectorcall(ptr noundef %78, ptr noundef nonnull %5, i64 noundef %32, ptr noundef null)
  br label %80
80:                                               ; preds = %77, %75
  %81 = phi i64 [ %32, %77 ], [ %66, %75 ]
  %82 = phi ptr [ %79, %77 ], [ null, %75 ]
  %83 = icmp eq i64 %81, 0
  br i1 %83, label %93, label %84
84:                                               ; preds = %80, %91
  %85 = phi i64 [ %86, %91 ], [ %81, %80 ]
  %86 = add nsw i64 %85, -1
  %87 = getelementptr inbounds [2 x ptr], ptr %5, i64 0, i64 %86
  %88 = load ptr, ptr %87, align 8
  %89 = icmp eq ptr %88, null
  br i1 %89, label %91, label %90
90:                                               ; preds = %84
  call void @Py_DecRef(ptr noundef nonnull %88)
  br label %91
91:                                               ; preds = %90, %84
  %92 = icmp ugt i64 %85, 1
  br i1 %92, label %84, label %93
93:                                               ; preds = %91, %80
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  %94 = icmp eq ptr %82, null
  br i1 %94, label %95, label %187
95:                                               ; preds = %93
  %96 = call ptr @PyErr_Occurred()
  %97 = icmp eq ptr %96, null
  br i1 %97, label %98, label %187
98:                                               ; preds = %95
  %99 = load i64, ptr %33, align 8
  %100 = load i64, ptr %35, align 8
  br label %101
101:                                              ; preds = %98, %58, %52, %49
  %102 = phi i64 [ %100, %98 ], [ %36, %58 ], [ %36, %52 ], [ %36, %49 ]
  %103 = phi i64 [ %99, %98 ], [ %34, %58 ], [ %34, %52 ], [ %34, %49 ]
  %104 = or i64 %102, %103
  %105 = icmp eq i64 %104, 0
  br i1 %105, label %106, label %165
106:                                              ; preds = %101
  %107 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %108 = icmp eq i64 %107, 0
  %109 = add nsw i64 %32, -3
  %110 = icmp ult i64 %109, -2
  %111 = or i1 %110, %108
  br i1 %111, label %165, label %112
112:                                              ; preds = %106
  %113 = getelementptr inbounds %struct.Function, ptr %0, i64 0, i32 4
  %114 = load ptr, ptr %113, align 8
  %115 = icmp eq ptr %114, null
  %116 = icmp eq ptr %114, @_Py_NoneStruct
  %117 = or i1 %115, %116
  br i1 %117, label %165, label %118
118:                                              ; preds = %112
  %119 = load ptr, ptr %46, align 8
  %120 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 19, i64 7), align 8
  %121 = icmp eq ptr %119, %120
  br i1 %121, label %122, label %129
122:                                              ; preds = %118
  %123 = icmp eq i64 %32, 2
  br i1 %123, label %124, label %165
124:                                              ; preds = %122
  %125 = load ptr, ptr %1, align 8
  %126 = getelementptr inbounds ptr, ptr %1, i64 1
  %127 = load ptr, ptr %126, align 8
  %128 = call fastcc ptr @product_at_once(ptr noundef nonnull %31, ptr noundef %125, ptr noundef %127)
  br label %162
129:                                              ; preds = %118
  %130 = getelementptr inbounds %struct.Function, ptr %0, i64 0, i32 5
  %131 = load ptr, ptr %130, align 8
  %132 = icmp eq ptr %131, null
  br i1 %132, label %133, label %140
133:                                              ; preds = %129
  %134 = call ptr @PyMem_RawCalloc(i64 noundef 7, i64 noundef 32)
  store ptr %134, ptr %130, align 8
  %135 = icmp eq ptr %134, null
  br i1 %135, label %138, label %136
136:                                              ; preds = %133
  %137 = load ptr, ptr %46, align 8
  br label %140
138:                                              ; preds = %133
  %139 = call ptr @PyErr_NoMemory()
  br label %162
140:                                              ; preds = %136, %129
  %141 = phi ptr [ %137, %136 ], [ %119, %129 ]
  %142 = phi ptr [ %134, %136 ], [ %131, %129 ]
  %143 = load ptr, ptr %1, align 8
  %144 = icmp ugt i64 %32, 1
  br i1 %144, label %145, label %148
145:                                              ; preds = %140
  %146 = getelementptr inbounds ptr, ptr %1, i64 1
  %147 = load ptr, ptr %146, align 8
  br label %148
148:                                              ; preds = %145, %140
  %149 = phi ptr [ %147, %145 ], [ null, %140 ]
  %150 = call fastcc ptr @at_once(ptr noundef nonnull %31, ptr noundef nonnull %142, ptr noundef %141, ptr noundef %143, ptr noundef %149, i32 noundef 0)
  %151 = icmp eq ptr %150, null
  br i1 %151, label %152, label %187
152:                                              ; preds = %148
  %153 = call ptr @PyErr_Occurred()
  %154 = icmp eq ptr %153, null
  br i1 %154, label %155, label %165
155:                                              ; preds = %152
  %156 = load i64, ptr %33, align 8
  %157 = load i64, ptr %35, align 8
  %158 = or i64 %157, %156
  %159 = icmp eq i64 %158, 0
  br i1 %159, label %160, label %165
160:                                              ; preds = %155
  %161 = call fastcc ptr @by_numpy(ptr noundef nonnull %31, ptr noundef nonnull %113, ptr noundef nonnull %1, i64 noundef %32, ptr noundef null, i64 noundef 0)
  br label %162
162:                                              ; preds = %160, %138, %124
  %163 = phi ptr [ %139, %138 ], [ %128, %124 ], [ %161, %160 ]
  %164 = icmp eq ptr %163, null
  br i1 %164, label %165, label %187
165:                                              ; preds = %152, %155, %122, %106, %112, %101, %162
  %166 = call ptr @PyErr_Occurred()
  %167 = icmp eq ptr %166, null
  br i1 %167, label %168, label %187
168:                                              ; preds = %165
  %169 = load i64, ptr %33, align 8
  %170 = load i64, ptr %35, align 8
  %171 = or i64 %170, %169
  %172 = icmp eq i64 %171, 0
  br i1 %172, label %173, label %177
173:                                              ; preds = %168
  %174 = load ptr, ptr %46, align 8
  %175 = call fastcc ptr @follow(ptr noundef nonnull %31, ptr noundef %174, ptr noundef %1, i64 noundef %32, ptr noundef null, i64 noundef 0, ptr noundef null)
  %176 = icmp eq ptr %175, null
  br i1 %176, label %177, label %187
177:                                              ; preds = %168, %173
  %178 = call ptr @PyErr_Occurred()
  %179 = icmp eq ptr %178, null
  br i1 %179, label %180, label %187
180:                                              ; preds = %28, %177, %45, %39, %30
  %181 = phi i64 [ %32, %177 ], [ %32, %45 ], [ %32, %39 ], [ %32, %30 ], [ %29, %28 ]
  %182 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 50), align 8
  %183 = call ptr @PyObject_GetAttr(ptr noundef %0, ptr noundef %182)
  %184 = icmp eq ptr %183, null
  br i1 %184, label %187, label %185
185:                                              ; preds = %180
  %186 = call ptr @PyObject_Vectorcall(ptr noundef nonnull %183, ptr noundef %1, i64 noundef %181, ptr noundef %3)
  call void @Py_DecRef(ptr noundef nonnull %183)
  br label %187
187:                                              ; preds = %148, %173, %162, %165, %185, %180, %95, %93, %177
  %188 = phi ptr [ null, %177 ], [ %82, %93 ], [ null, %95 ], [ %186, %185 ], [ null, %180 ], [ %175, %173 ], [ %163, %162 ], [ null, %165 ], [ %150, %148 ]
  ret ptr %188
}
define void @function_dealloc(ptr noundef %0) local_unnamed_addr {
  %2 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds %struct.Function, ptr %0, i64 0, i32 2
  %5 = load ptr, ptr %4, align 8
  store ptr null, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %8, label %7
7:                                                ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %5)
  br label %8
8:                                                ; preds = %1, %7
  %9 = getelementptr inbounds %struct.Function, ptr %0, i64 0, i32 4
  %10 = load ptr, ptr %9, align 8
  store ptr null, ptr %9, align 8
  %11 = icmp eq ptr %10, null
  br i1 %11, label %13, label %12
12:                                               ; preds = %8
  tail call void @Py_DecRef(ptr noundef nonnull %10)
  br label %13
13:                                               ; preds = %8, %12
  %14 = getelementptr inbounds %struct.Function, ptr %0, i64 0, i32 5
  %15 = load ptr, ptr %14, align 8
  tail call void @PyMem_RawFree(ptr noundef %15)
  %16 = tail call ptr @PyType_GetSlot(ptr noundef %3, i32 noundef 74)
  tail call void %16(ptr noundef nonnull %0)
  %17 = load i64, ptr %3, align 8
  %18 = add nsw i64 %17, -1
  store i64 %18, ptr %3, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %20, label %21
20:                                               ; preds = %13
  tail call void @_Py_Dealloc(ptr noundef nonnull %3)
  br label %21
21:                                               ; preds = %13, %20
  ret void
}
define ptr @m_follow(ptr nocapture noundef readnone %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 2
  br i1 %4, label %5, label %13
5:                                                ; preds = %3
  %6 = getelementptr inbounds ptr, ptr %1, i64 1
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds %struct.Object, ptr %7, i64 0, i32 1
  %9 = load ptr, ptr %8, align 8
  %10 = icmp ne ptr %9, @PyTuple_Type
  %11 = icmp ne ptr %9, @PyList_Type
  %12 = and i1 %10, %11
  br i1 %12, label %13, label %18
13:                                               ; preds = %5, %3
  %14 = load ptr, ptr @PyExc_TypeError, align 8
  %15 = tail call ptr @PyErr_Occurred()
  %16 = icmp eq ptr %15, null
  br i1 %16, label %17, label %70
17:                                               ; preds = %13
  tail call void @PyErr_SetString(ptr noundef %14, ptr noundef nonnull @.str.22)
  br label %70
18:                                               ; preds = %5
  %19 = tail call ptr @PyThreadState_Get()
  %20 = tail call i64 @PyThreadState_GetID(ptr noundef %19)
  %21 = add nsw i64 %20, 1
  %22 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %28, label %24
24:                                               ; preds = %18
  %25 = getelementptr inbounds %struct.Segment, ptr %22, i64 0, i32 13
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %26, %21
  br i1 %27, label %41, label %28
28:                                               ; preds = %24, %18
  %29 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 4), align 8
  %30 = icmp eq ptr %29, null
  br i1 %30, label %66, label %31
31:                                               ; preds = %28, %37
  %32 = phi ptr [ %39, %37 ], [ %29, %28 ]
  %33 = getelementptr inbounds %struct.Segment, ptr %32, i64 0, i32 13
  %34 = load i64, ptr %33, align 8
  %35 = icmp eq i64 %34, %21
  br i1 %35, label %36, label %37
36:                                               ; preds = %31
  store ptr %32, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 3), align 8
  br label %41
37:                                               ; preds = %31
  %38 = getelementptr inbounds %struct.Segment, ptr %32, i64 0, i32 12
  %39 = load ptr, ptr %38, align 8
  %40 = icmp eq ptr %39, null
  br i1 %40, label %66, label %31
41:                                               ; preds = %24, %36
  %42 = phi ptr [ %32, %36 ], [ %22, %24 ]
  %43 = getelementptr inbounds %struct.Segment, ptr %42, i64 0, i32 3
  %44 = load i64, ptr %43, align 8
  %45 = getelementptr inbounds %struct.Segment, ptr %42, i64 0, i32 5
  %46 = load i64, ptr %45, align 8
  %47 = or i64 %46, %44
  %48 = icmp eq i64 %47, 0
  br i1 %48, label %49, label %66
49:                                               ; preds = %41
  %50 = load ptr, ptr %1, align 8
  %51 = load ptr, ptr %6, align 8
  %52 = getelementptr inbounds %struct.Object, ptr %51, i64 0, i32 1
  %53 = load ptr, ptr %52, align 8
  %54 = icmp eq ptr %53, @PyTuple_Type
  br i1 %54, label %55, label %57
55:                                               ; preds = %49
  %56 = getelementptr inbounds %struct.Tuple, ptr %51, i64 0, i32 2
  br label %60
57:                                               ; preds = %49
  %58 = getelementptr inbounds %struct.List, ptr %51, i64 0, i32 2
  %59 = load ptr, ptr %58, align 8
  br label %60
60:                                               ; preds = %57, %55
  %61 = phi ptr [ %56, %55 ], [ %59, %57 ]
  %62 = getelementptr inbounds %struct.List, ptr %51, i64 0, i32 1
  %63 = load i64, ptr %62, align 8
  %64 = tail call fastcc ptr @follow(ptr noundef nonnull %42, ptr noundef %50, ptr noundef %61, i64 noundef %63, ptr noundef null, i64 noundef 0, ptr noundef null)
  %65 = icmp eq ptr %64, null
  br i1 %65, label %66, label %70
66:                                               ; preds = %37, %28, %41, %60
  %67 = tail call ptr @PyErr_Occurred()
  %68 = icmp eq ptr %67, null
  br i1 %68, label %69, label %70
69:                                               ; preds = %66
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %70
70:                                               ; preds = %17, %13, %69, %66, %60
  %71 = phi ptr [ @_Py_NoneStruct, %69 ], [ null, %66 ], [ %64, %60 ], [ null, %13 ], [ null, %17 ]
  ret ptr %71
}
define noundef ptr @m_configure(ptr nocapture noundef readnone %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 3
  br i1 %4, label %5, label %48
5:                                                ; preds = %3
  %6 = load ptr, ptr %1, align 8
  %7 = getelementptr inbounds %struct.Object, ptr %6, i64 0, i32 1
  %8 = load ptr, ptr %7, align 8
  %9 = icmp ne ptr %8, @PyTuple_Type
  %10 = icmp ne ptr %8, @PyList_Type
  %11 = and i1 %9, %10
  br i1 %11, label %48, label %12
12:                                               ; preds = %5
  %13 = getelementptr inbounds ptr, ptr %1, i64 1
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds %struct.Object, ptr %14, i64 0, i32 1
  %16 = load ptr, ptr %15, align 8
  %17 = icmp ne ptr %16, @PyTuple_Type
  %18 = icmp ne ptr %16, @PyList_Type
  %19 = and i1 %17, %18
  br i1 %19, label %48, label %20
20:                                               ; preds = %12
  %21 = getelementptr inbounds ptr, ptr %1, i64 2
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr inbounds %struct.Object, ptr %22, i64 0, i32 1
  %24 = load ptr, ptr %23, align 8
  %25 = icmp ne ptr %24, @PyTuple_Type
  %26 = icmp ne ptr %24, @PyList_Type
  %27 = and i1 %25, %26
  br i1 %27, label %48, label %28
28:                                               ; preds = %20
  %29 = getelementptr inbounds %struct.List, ptr %6, i64 0, i32 1
  %30 = load i64, ptr %29, align 8
  %31 = icmp sgt i64 %30, 40
  br i1 %31, label %48, label %32
32:                                               ; preds = %28
  %33 = getelementptr inbounds %struct.List, ptr %14, i64 0, i32 1
  %34 = load i64, ptr %33, align 8
  %35 = icmp eq i64 %34, %30
  br i1 %35, label %36, label %48
36:                                               ; preds = %32
  %37 = getelementptr inbounds %struct.List, ptr %22, i64 0, i32 1
  %38 = load i64, ptr %37, align 8
  %39 = icmp eq i64 %38, 68
  br i1 %39, label %40, label %48
40:                                               ; preds = %36
  tail call void @Py_IncRef(ptr noundef nonnull %6)
  %41 = load ptr, ptr %13, align 8
  tail call void @Py_IncRef(ptr noundef %41)
  %42 = load ptr, ptr %21, align 8
  tail call void @Py_IncRef(ptr noundef %42)
  %43 = load ptr, ptr %1, align 8
  %44 = getelementptr inbounds %struct.List, ptr %43, i64 0, i32 1
  %45 = load i64, ptr %44, align 8
  %46 = icmp sgt i64 %45, 0
  br i1 %46, label %53, label %47
47:                                               ; preds = %78, %40
  br label %255
48:                                               ; preds = %36, %32, %28, %20, %12, %5, %3
  %49 = load ptr, ptr @PyExc_TypeError, align 8
  %50 = tail call ptr @PyErr_Occurred()
  %51 = icmp eq ptr %50, null
  br i1 %51, label %52, label %291
52:                                               ; preds = %48
  tail call void @PyErr_SetString(ptr noundef %49, ptr noundef nonnull @.str.23)
  br label %291
53:                                               ; preds = %40, %78
  %54 = phi ptr [ %84, %78 ], [ %43, %40 ]
  %55 = phi i64 [ %83, %78 ], [ 0, %40 ]
  %56 = getelementptr inbounds %struct.Object, ptr %54, i64 0, i32 1
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %57, @PyTuple_Type
  br i1 %58, label %59, label %61
59:                                               ; preds = %53
  %60 = getelementptr inbounds %struct.Tuple, ptr %54, i64 0, i32 2
  br label %64
61:                                               ; preds = %53
  %62 = getelementptr inbounds %struct.List, ptr %54, i64 0, i32 2
  %63 = load ptr, ptr %62, align 8
  br label %64
64:                                               ; preds = %59, %61
  %65 = phi ptr [ %60, %59 ], [ %63, %61 ]
  %66 = getelementptr inbounds ptr, ptr %65, i64 %55
  %67 = load ptr, ptr %66, align 8
  %68 = getelementptr inbounds %struct.anon, ptr @core, i64 0, i32 19, i64 %55
  store ptr %67, ptr %68, align 8
  %69 = load ptr, ptr %13, align 8
  %70 = getelementptr inbounds %struct.Object, ptr %69, i64 0, i32 1
  %71 = load ptr, ptr %70, align 8
  %72 = icmp eq ptr %71, @PyTuple_Type
  br i1 %72, label %73, label %75
73:                                               ; preds = %64
  %74 = getelementptr inbounds %struct.Tuple, ptr %69, i64 0, i32 2
  br label %78
75:                                               ; preds = %64
  %76 = getelementptr inbounds %struct.List, ptr %69, i64 0, i32 2
  %77 = load ptr, ptr %76, align 8
  br label %78
78:                                               ; preds = %73, %75
  %79 = phi ptr [ %74, %73 ], [ %77, %75 ]
  %80 = getelementptr inbounds ptr, ptr %79, i64 %55
  %81 = load ptr, ptr %80, align 8
  %82 = getelementptr inbounds %struct.anon, ptr @core, i64 0, i32 20, i64 %55
  store ptr %81, ptr %82, align 8
  %83 = add nuw nsw i64 %55, 1
  %84 = load ptr, ptr %1, align 8
  %85 = getelementptr inbounds %struct.List, ptr %84, i64 0, i32 1
  %86 = load i64, ptr %85, align 8
  %87 = icmp slt i64 %83, %86
  br i1 %87, label %53, label %47
88:                                               ; preds = %266
  %89 = load ptr, ptr %21, align 8
  %90 = getelementptr inbounds %struct.Object, ptr %89, i64 0, i32 1
  %91 = load ptr, ptr %90, align 8
  %92 = icmp eq ptr %91, @PyTuple_Type
  br i1 %92, label %93, label %95
93:                                               ; preds = %88
  %94 = getelementptr inbounds %struct.Tuple, ptr %89, i64 0, i32 2
  br label %98
95:                                               ; preds = %88
  %96 = getelementptr inbounds %struct.List, ptr %89, i64 0, i32 2
  %97 = load ptr, ptr %96, align 8
  br label %98
98:                                               ; preds = %93, %95
  %99 = phi ptr [ %94, %93 ], [ %97, %95 ]
  %100 = getelementptr inbounds ptr, ptr %99, i64 57
  %101 = load ptr, ptr %100, align 8
  %102 = tail call i64 @PyLong_AsLongLong(ptr noundef %101)
  store i64 %102, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %103 = load ptr, ptr %21, align 8
  %104 = getelementptr inbounds %struct.Object, ptr %103, i64 0, i32 1
  %105 = load ptr, ptr %104, align 8
  %106 = icmp eq ptr %105, @PyTuple_Type
  br i1 %106, label %107, label %109
107:                                              ; preds = %98
  %108 = getelementptr inbounds %struct.Tuple, ptr %103, i64 0, i32 2
  br label %112
109:                                              ; preds = %98
  %110 = getelementptr inbounds %struct.List, ptr %103, i64 0, i32 2
  %111 = load ptr, ptr %110, align 8
  br label %112
112:                                              ; preds = %107, %109
  %113 = phi ptr [ %108, %107 ], [ %111, %109 ]
  %114 = getelementptr inbounds ptr, ptr %113, i64 58
  %115 = load ptr, ptr %114, align 8
  %116 = tail call i64 @PyLong_AsLongLong(ptr noundef %115)
  store i64 %116, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %117 = load ptr, ptr %21, align 8
  %118 = getelementptr inbounds %struct.Object, ptr %117, i64 0, i32 1
  %119 = load ptr, ptr %118, align 8
  %120 = icmp eq ptr %119, @PyTuple_Type
  br i1 %120, label %121, label %123
121:                                              ; preds = %112
  %122 = getelementptr inbounds %struct.Tuple, ptr %117, i64 0, i32 2
  br label %126
123:                                              ; preds = %112
  %124 = getelementptr inbounds %struct.List, ptr %117, i64 0, i32 2
  %125 = load ptr, ptr %124, align 8
  br label %126
126:                                              ; preds = %121, %123
  %127 = phi ptr [ %122, %121 ], [ %125, %123 ]
  %128 = getelementptr inbounds ptr, ptr %127, i64 59
  %129 = load ptr, ptr %128, align 8
  %130 = tail call i64 @PyLong_AsLongLong(ptr noundef %129)
  store i64 %130, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 12), align 8
  %131 = load ptr, ptr %21, align 8
  %132 = getelementptr inbounds %struct.Object, ptr %131, i64 0, i32 1
  %133 = load ptr, ptr %132, align 8
  %134 = icmp eq ptr %133, @PyTuple_Type
  br i1 %134, label %135, label %137
135:                                              ; preds = %126
  %136 = getelementptr inbounds %struct.Tuple, ptr %131, i64 0, i32 2
  br label %140
137:                                              ; preds = %126
  %138 = getelementptr inbounds %struct.List, ptr %131, i64 0, i32 2
  %139 = load ptr, ptr %138, align 8
  br label %140
140:                                              ; preds = %135, %137
  %141 = phi ptr [ %136, %135 ], [ %139, %137 ]
  %142 = getelementptr inbounds ptr, ptr %141, i64 60
  %143 = load ptr, ptr %142, align 8
  %144 = tail call i64 @PyLong_AsLongLong(ptr noundef %143)
  store i64 %144, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 14), align 8
  %145 = load ptr, ptr %21, align 8
  %146 = getelementptr inbounds %struct.Object, ptr %145, i64 0, i32 1
  %147 = load ptr, ptr %146, align 8
  %148 = icmp eq ptr %147, @PyTuple_Type
  br i1 %148, label %149, label %151
149:                                              ; preds = %140
  %150 = getelementptr inbounds %struct.Tuple, ptr %145, i64 0, i32 2
  br label %154
151:                                              ; preds = %140
  %152 = getelementptr inbounds %struct.List, ptr %145, i64 0, i32 2
  %153 = load ptr, ptr %152, align 8
  br label %154
154:                                              ; preds = %149, %151
  %155 = phi ptr [ %150, %149 ], [ %153, %151 ]
  %156 = getelementptr inbounds ptr, ptr %155, i64 61
  %157 = load ptr, ptr %156, align 8
  %158 = tail call i64 @PyLong_AsLongLong(ptr noundef %157)
  store i64 %158, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 13), align 8
  %159 = load ptr, ptr %21, align 8
  %160 = getelementptr inbounds %struct.Object, ptr %159, i64 0, i32 1
  %161 = load ptr, ptr %160, align 8
  %162 = icmp eq ptr %161, @PyTuple_Type
  br i1 %162, label %163, label %165
163:                                              ; preds = %154
  %164 = getelementptr inbounds %struct.Tuple, ptr %159, i64 0, i32 2
  br label %168
165:                                              ; preds = %154
  %166 = getelementptr inbounds %struct.List, ptr %159, i64 0, i32 2
  %167 = load ptr, ptr %166, align 8
  br label %168
168:                                              ; preds = %163, %165
  %169 = phi ptr [ %164, %163 ], [ %167, %165 ]
  %170 = getelementptr inbounds ptr, ptr %169, i64 62
  %171 = load ptr, ptr %170, align 8
  %172 = tail call i64 @PyLong_AsLongLong(ptr noundef %171)
  store i64 %172, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 62), align 8
  %173 = load ptr, ptr %21, align 8
  %174 = getelementptr inbounds %struct.Object, ptr %173, i64 0, i32 1
  %175 = load ptr, ptr %174, align 8
  %176 = icmp eq ptr %175, @PyTuple_Type
  br i1 %176, label %177, label %179
177:                                              ; preds = %168
  %178 = getelementptr inbounds %struct.Tuple, ptr %173, i64 0, i32 2
  br label %182
179:                                              ; preds = %168
  %180 = getelementptr inbounds %struct.List, ptr %173, i64 0, i32 2
  %181 = load ptr, ptr %180, align 8
  br label %182
182:                                              ; preds = %177, %179
  %183 = phi ptr [ %178, %177 ], [ %181, %179 ]
  %184 = getelementptr inbounds ptr, ptr %183, i64 63
  %185 = load ptr, ptr %184, align 8
  %186 = tail call i64 @PyLong_AsLongLong(ptr noundef %185)
  store i64 %186, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 63), align 8
  %187 = load ptr, ptr %21, align 8
  %188 = getelementptr inbounds %struct.Object, ptr %187, i64 0, i32 1
  %189 = load ptr, ptr %188, align 8
  %190 = icmp eq ptr %189, @PyTuple_Type
  br i1 %190, label %191, label %193
191:                                              ; preds = %182
  %192 = getelementptr inbounds %struct.Tuple, ptr %187, i64 0, i32 2
  br label %196
193:                                              ; preds = %182
  %194 = getelementptr inbounds %struct.List, ptr %187, i64 0, i32 2
  %195 = load ptr, ptr %194, align 8
  br label %196
196:                                              ; preds = %191, %193
  %197 = phi ptr [ %192, %191 ], [ %195, %193 ]
  %198 = getelementptr inbounds ptr, ptr %197, i64 64
  %199 = load ptr, ptr %198, align 8
  %200 = tail call i64 @PyLong_AsLongLong(ptr noundef %199)
  %201 = inttoptr i64 %200 to ptr
  store ptr %201, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 64), align 8
  %202 = load ptr, ptr %21, align 8
  %203 = getelementptr inbounds %struct.Object, ptr %202, i64 0, i32 1
  %204 = load ptr, ptr %203, align 8
  %205 = icmp eq ptr %204, @PyTuple_Type
  br i1 %205, label %206, label %208
206:                                              ; preds = %196
  %207 = getelementptr inbounds %struct.Tuple, ptr %202, i64 0, i32 2
  br label %211
208:                                              ; preds = %196
  %209 = getelementptr inbounds %struct.List, ptr %202, i64 0, i32 2
  %210 = load ptr, ptr %209, align 8
  br label %211
211:                                              ; preds = %206, %208
  %212 = phi ptr [ %207, %206 ], [ %210, %208 ]
  %213 = getelementptr inbounds ptr, ptr %212, i64 65
  %214 = load ptr, ptr %213, align 8
  %215 = tail call i64 @PyLong_AsLongLong(ptr noundef %214)
  %216 = inttoptr i64 %215 to ptr
  store ptr %216, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 65), align 8
  %217 = load ptr, ptr %21, align 8
  %218 = getelementptr inbounds %struct.Object, ptr %217, i64 0, i32 1
  %219 = load ptr, ptr %218, align 8
  %220 = icmp eq ptr %219, @PyTuple_Type
  br i1 %220, label %221, label %223
221:                                              ; preds = %211
  %222 = getelementptr inbounds %struct.Tuple, ptr %217, i64 0, i32 2
  br label %226
223:                                              ; preds = %211
  %224 = getelementptr inbounds %struct.List, ptr %217, i64 0, i32 2
  %225 = load ptr, ptr %224, align 8
  br label %226
226:                                              ; preds = %221, %223
  %227 = phi ptr [ %222, %221 ], [ %225, %223 ]
  %228 = getelementptr inbounds ptr, ptr %227, i64 66
  %229 = load ptr, ptr %228, align 8
  %230 = tail call i64 @PyLong_AsLongLong(ptr noundef %229)
  store i64 %230, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 60), align 8
  %231 = load ptr, ptr %21, align 8
  %232 = getelementptr inbounds %struct.Object, ptr %231, i64 0, i32 1
  %233 = load ptr, ptr %232, align 8
  %234 = icmp eq ptr %233, @PyTuple_Type
  br i1 %234, label %235, label %237
235:                                              ; preds = %226
  %236 = getelementptr inbounds %struct.Tuple, ptr %231, i64 0, i32 2
  br label %240
237:                                              ; preds = %226
  %238 = getelementptr inbounds %struct.List, ptr %231, i64 0, i32 2
  %239 = load ptr, ptr %238, align 8
  br label %240
240:                                              ; preds = %235, %237
  %241 = phi ptr [ %236, %235 ], [ %239, %237 ]
  %242 = getelementptr inbounds ptr, ptr %241, i64 67
  %243 = load ptr, ptr %242, align 8
  %244 = tail call i64 @PyLong_AsLongLong(ptr noundef %243)
  store i64 %244, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 61), align 8
  %245 = tail call ptr @PyLong_FromLongLong(i64 noundef 64)
  store ptr %245, ptr @rooms, align 16
  %246 = tail call ptr @PyLong_FromLongLong(i64 noundef 128)
  store ptr %246, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 1), align 16
  %247 = tail call ptr @PyLong_FromLongLong(i64 noundef 256)
  store ptr %247, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 2), align 16
  %248 = tail call ptr @PyLong_FromLongLong(i64 noundef 512)
  store ptr %248, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 3), align 16
  %249 = tail call ptr @PyLong_FromLongLong(i64 noundef 1024)
  store ptr %249, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 4), align 16
  %250 = tail call ptr @PyLong_FromLongLong(i64 noundef 2048)
  store ptr %250, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 5), align 16
  %251 = tail call ptr @PyLong_FromLongLong(i64 noundef 4096)
  store ptr %251, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 6), align 16
  %252 = tail call ptr @PyLong_FromLongLong(i64 noundef 8192)
  store ptr %252, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 7), align 16
  %253 = tail call ptr @PyLong_FromLongLong(i64 noundef 16384)
  store ptr %253, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 8), align 16
  %254 = tail call ptr @PyLong_FromLongLong(i64 noundef 32768)
  store ptr %254, ptr getelementptr inbounds ([10 x %struct.anon.0], ptr @rooms, i64 0, i64 9), align 16
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %291
255:                                              ; preds = %284, %47
  %256 = phi i64 [ 0, %47 ], [ %290, %284 ]
  %257 = load ptr, ptr %21, align 8
  %258 = getelementptr inbounds %struct.Object, ptr %257, i64 0, i32 1
  %259 = load ptr, ptr %258, align 8
  %260 = icmp eq ptr %259, @PyTuple_Type
  br i1 %260, label %261, label %263
261:                                              ; preds = %255
  %262 = getelementptr inbounds %struct.Tuple, ptr %257, i64 0, i32 2
  br label %266
263:                                              ; preds = %255
  %264 = getelementptr inbounds %struct.List, ptr %257, i64 0, i32 2
  %265 = load ptr, ptr %264, align 8
  br label %266
266:                                              ; preds = %261, %263
  %267 = phi ptr [ %262, %261 ], [ %265, %263 ]
  %268 = getelementptr inbounds ptr, ptr %267, i64 %256
  %269 = load ptr, ptr %268, align 8
  %270 = getelementptr inbounds [57 x ptr], ptr @__const.m_configure.ones, i64 0, i64 %256
  %271 = load ptr, ptr %270, align 16
  store ptr %269, ptr %271, align 8
  %272 = or disjoint i64 %256, 1
  %273 = icmp eq i64 %272, 57
  br i1 %273, label %88, label %274
274:                                              ; preds = %266
  %275 = load ptr, ptr %21, align 8
  %276 = getelementptr inbounds %struct.Object, ptr %275, i64 0, i32 1
  %277 = load ptr, ptr %276, align 8
  %278 = icmp eq ptr %277, @PyTuple_Type
  br i1 %278, label %282, label %279
279:                                              ; preds = %274
  %280 = getelementptr inbounds %struct.List, ptr %275, i64 0, i32 2
  %281 = load ptr, ptr %280, align 8
  br label %284
282:                                              ; preds = %274
  %283 = getelementptr inbounds %struct.Tuple, ptr %275, i64 0, i32 2
  br label %284
284:                                              ; preds = %282, %279
  %285 = phi ptr [ %283, %282 ], [ %281, %279 ]
  %286 = getelementptr inbounds ptr, ptr %285, i64 %272
  %287 = load ptr, ptr %286, align 8
  %288 = getelementptr inbounds [57 x ptr], ptr @__const.m_configure.ones, i64 0, i64 %272
  %289 = load ptr, ptr %288, align 8
  store ptr %287, ptr %289, align 8
  %290 = add nuw nsw i64 %256, 2
  br label %255
291:                                              ; preds = %52, %48, %240
  %292 = phi ptr [ @_Py_NoneStruct, %240 ], [ null, %48 ], [ null, %52 ]
  ret ptr %292
}
define noundef ptr @m_do_at_once(ptr nocapture noundef readnone %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp eq i64 %2, 1
  br i1 %4, label %10, label %5
5:                                                ; preds = %3
  %6 = load ptr, ptr @PyExc_TypeError, align 8
  %7 = tail call ptr @PyErr_Occurred()
  %8 = icmp eq ptr %7, null
  br i1 %8, label %9, label %16
9:                                                ; preds = %5
  tail call void @PyErr_SetString(ptr noundef %6, ptr noundef nonnull @.str.24)
  br label %16
10:                                               ; preds = %3
  %11 = load ptr, ptr %1, align 8
  %12 = tail call i64 @PyLong_AsLongLong(ptr noundef %11)
  store i64 %12, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %13 = tail call ptr @PyErr_Occurred()
  %14 = icmp eq ptr %13, null
  br i1 %14, label %15, label %16
15:                                               ; preds = %10
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct)
  br label %16
16:                                               ; preds = %9, %5, %15, %10
  %17 = phi ptr [ @_Py_NoneStruct, %15 ], [ null, %10 ], [ null, %5 ], [ null, %9 ]
  ret ptr %17
}
define i64 @size_of(i64 noundef %0) local_unnamed_addr {
  %2 = icmp slt i64 %0, 10
  br i1 %2, label %3, label %6
3:                                                ; preds = %1
  %4 = getelementptr inbounds [10 x i64], ptr @__const.size_of.sizes, i64 0, i64 %0
  %5 = load i64, ptr %4, align 8
  br label %6
6:                                                ; preds = %1, %3
  %7 = phi i64 [ %5, %3 ], [ 0, %1 ]
  ret i64 %7
}
declare void @_Py_Dealloc(ptr noundef) local_unnamed_addr
declare ptr @PyMem_RawRealloc(ptr noundef, i64 noundef) local_unnamed_addr
define internal fastcc i64 @keys_of(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, ptr nocapture noundef %3) unnamed_addr {
  %5 = alloca i32, align 4
  %6 = alloca i64, align 8
  %7 = icmp sgt i64 %2, 4
  br i1 %7, label %8, label %12
8:                                                ; preds = %4
  %9 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 2), align 8
  %10 = add nsw i64 %9, 1
  store i64 %10, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 2), align 8
  %11 = and i64 %10, 2147483647
  br label %14
12:                                               ; preds = %4
  %13 = icmp sgt i64 %2, 0
  br i1 %13, label %14, label %169
14:                                               ; preds = %8, %12
  %15 = phi i64 [ %11, %8 ], [ 0, %12 ]
  %16 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %17 = icmp eq i64 %15, 0
  %18 = sub nsw i64 0, %15
  %19 = shl nuw nsw i64 %15, 32
  br label %20
20:                                               ; preds = %14, %158
  %21 = phi i64 [ 0, %14 ], [ %163, %158 ]
  %22 = phi i64 [ 0, %14 ], [ %162, %158 ]
  %23 = getelementptr inbounds %struct.Operand, ptr %3, i64 %21
  %24 = getelementptr inbounds ptr, ptr %1, i64 %21
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds %struct.Object, ptr %25, i64 0, i32 1
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds %struct.Type, ptr %27, i64 0, i32 5
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %29, @handle_dealloc
  br i1 %30, label %31, label %98
31:                                               ; preds = %20
  %32 = getelementptr inbounds %struct.Handle, ptr %25, i64 0, i32 5
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %33, null
  %35 = icmp eq ptr %33, @_Py_NoneStruct
  %36 = or i1 %34, %35
  %37 = getelementptr inbounds %struct.Handle, ptr %25, i64 0, i32 1
  %38 = load i64, ptr %37, align 8
  %39 = load i64, ptr %16, align 8
  %40 = icmp eq i64 %38, %39
  br i1 %36, label %52, label %41
41:                                               ; preds = %31
  br i1 %40, label %45, label %42
42:                                               ; preds = %41
  %43 = getelementptr inbounds %struct.Handle, ptr %25, i64 0, i32 2
  %44 = load i64, ptr %43, align 8
  br label %165
45:                                               ; preds = %41, %45
  %46 = phi ptr [ %48, %45 ], [ %25, %41 ]
  %47 = getelementptr inbounds %struct.Handle, ptr %46, i64 0, i32 5
  %48 = load ptr, ptr %47, align 8
  %49 = icmp eq ptr %48, null
  %50 = icmp eq ptr %48, @_Py_NoneStruct
  %51 = or i1 %49, %50
  br i1 %51, label %147, label %45
52:                                               ; preds = %31
  br i1 %40, label %53, label %56
53:                                               ; preds = %52
  %54 = getelementptr inbounds %struct.Handle, ptr %25, i64 0, i32 2
  %55 = load i64, ptr %54, align 8
  br label %141
56:                                               ; preds = %52
  %57 = getelementptr inbounds %struct.Handle, ptr %25, i64 0, i32 4
  %58 = load ptr, ptr %57, align 8
  %59 = icmp eq ptr %58, null
  %60 = icmp eq ptr %58, @_Py_NoneStruct
  %61 = or i1 %59, %60
  br i1 %61, label %165, label %62
62:                                               ; preds = %56
  %63 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %64 = getelementptr inbounds i8, ptr %58, i64 %63
  %65 = load ptr, ptr %64, align 8
  %66 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 7), align 8
  %67 = icmp eq ptr %65, %66
  br i1 %67, label %68, label %165
68:                                               ; preds = %62
  br i1 %17, label %69, label %85
69:                                               ; preds = %68
  %70 = icmp eq i64 %21, 0
  br i1 %70, label %94, label %71
71:                                               ; preds = %69, %77
  %72 = phi i64 [ %82, %77 ], [ 0, %69 ]
  %73 = phi i64 [ %83, %77 ], [ 0, %69 ]
  %74 = getelementptr inbounds ptr, ptr %1, i64 %73
  %75 = load ptr, ptr %74, align 8
  %76 = icmp eq ptr %75, %25
  br i1 %76, label %141, label %77
77:                                               ; preds = %71
  %78 = getelementptr inbounds %struct.Operand, ptr %3, i64 %73
  %79 = load i64, ptr %78, align 8
  %80 = icmp eq i64 %79, 2
  %81 = zext i1 %80 to i64
  %82 = add nuw nsw i64 %72, %81
  %83 = add nuw nsw i64 %73, 1
  %84 = icmp eq i64 %83, %21
  br i1 %84, label %94, label %71
85:                                               ; preds = %68
  %86 = getelementptr inbounds %struct.Handle, ptr %25, i64 0, i32 8
  %87 = load i64, ptr %86, align 8
  %88 = ashr i64 %87, 32
  %89 = icmp eq i64 %88, %18
  br i1 %89, label %90, label %92
90:                                               ; preds = %85
  %91 = and i64 %87, 4294967295
  br label %141
92:                                               ; preds = %85
  %93 = sub nsw i64 %22, %19
  store i64 %93, ptr %86, align 8
  br label %94
94:                                               ; preds = %77, %92, %69
  %95 = getelementptr inbounds %struct.Handle, ptr %25, i64 0, i32 3
  %96 = load ptr, ptr %95, align 8
  %97 = ptrtoint ptr %96 to i64
  br label %141
98:                                               ; preds = %20
  %99 = icmp eq ptr %27, @PyFloat_Type
  br i1 %99, label %100, label %103
100:                                              ; preds = %98
  %101 = getelementptr inbounds %struct.Float, ptr %25, i64 0, i32 1
  %102 = load i64, ptr %101, align 8
  br label %141
103:                                              ; preds = %98
  %104 = icmp eq ptr %27, @PyLong_Type
  br i1 %104, label %105, label %115
105:                                              ; preds = %103
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %5)
  %106 = call i64 @PyLong_AsLongLongAndOverflow(ptr noundef nonnull %25, ptr noundef nonnull %5)
  %107 = load i32, ptr %5, align 4
  %108 = icmp eq i32 %107, 0
  %109 = icmp sgt i64 %106, -129
  %110 = select i1 %108, i1 %109, i1 false
  %111 = icmp slt i64 %106, 128
  %112 = select i1 %110, i1 %111, i1 false
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %5)
  br i1 %112, label %141, label %113
113:                                              ; preds = %105
  %114 = load ptr, ptr %26, align 8
  br label %115
115:                                              ; preds = %113, %103
  %116 = phi ptr [ %114, %113 ], [ %27, %103 ]
  %117 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 0), align 8
  %118 = icmp eq ptr %116, %117
  br i1 %118, label %134, label %119
119:                                              ; preds = %115
  %120 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 1), align 8
  %121 = icmp eq ptr %116, %120
  br i1 %121, label %134, label %122
122:                                              ; preds = %119
  %123 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 2), align 8
  %124 = icmp eq ptr %116, %123
  br i1 %124, label %134, label %125
125:                                              ; preds = %122
  %126 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 3), align 8
  %127 = icmp eq ptr %116, %126
  br i1 %127, label %134, label %128
128:                                              ; preds = %125
  %129 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 4), align 8
  %130 = icmp eq ptr %116, %129
  br i1 %130, label %134, label %131
131:                                              ; preds = %128
  %132 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 5), align 8
  %133 = icmp eq ptr %116, %132
  br i1 %133, label %134, label %165
134:                                              ; preds = %131, %128, %125, %122, %119, %115
  %135 = phi i64 [ 0, %115 ], [ 1, %119 ], [ 2, %122 ], [ 3, %125 ], [ 4, %128 ], [ 5, %131 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6)
  store i64 0, ptr %6, align 8
  %136 = getelementptr inbounds %struct.Object, ptr %25, i64 1
  %137 = getelementptr inbounds [6 x i64], ptr @WIDTHS, i64 0, i64 %135
  %138 = load i64, ptr %137, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %6, ptr nonnull align 8 %136, i64 %138, i1 false)
  %139 = ptrtoint ptr %116 to i64
  %140 = load i64, ptr %6, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6)
  br label %141
141:                                              ; preds = %71, %105, %53, %94, %90, %100, %134
  %142 = phi i64 [ %140, %134 ], [ 0, %100 ], [ 0, %90 ], [ 0, %94 ], [ 0, %53 ], [ 0, %105 ], [ 0, %71 ]
  %143 = phi i64 [ %139, %134 ], [ %102, %100 ], [ %91, %90 ], [ %97, %94 ], [ %55, %53 ], [ %106, %105 ], [ %72, %71 ]
  %144 = phi i64 [ 6, %134 ], [ 4, %100 ], [ 3, %90 ], [ 2, %94 ], [ 1, %53 ], [ 5, %105 ], [ 3, %71 ]
  store i64 %144, ptr %23, align 8
  %145 = getelementptr inbounds i8, ptr %23, i64 8
  store i64 %143, ptr %145, align 8
  %146 = getelementptr inbounds i8, ptr %23, i64 16
  store i64 %142, ptr %146, align 8
  br label %158
147:                                              ; preds = %45
  %148 = getelementptr inbounds %struct.Handle, ptr %46, i64 0, i32 7
  %149 = load i64, ptr %148, align 8
  %150 = getelementptr inbounds %struct.Handle, ptr %25, i64 0, i32 8
  %151 = load i64, ptr %150, align 8
  %152 = icmp eq i64 %149, %151
  %153 = zext i1 %152 to i64
  %154 = getelementptr inbounds %struct.Handle, ptr %25, i64 0, i32 2
  %155 = load i64, ptr %154, align 8
  store i64 %153, ptr %23, align 8
  %156 = getelementptr inbounds i8, ptr %23, i64 8
  store i64 %155, ptr %156, align 8
  %157 = getelementptr inbounds i8, ptr %23, i64 16
  store i64 0, ptr %157, align 8
  br i1 %152, label %158, label %169
158:                                              ; preds = %141, %147
  %159 = phi i64 [ %144, %141 ], [ 1, %147 ]
  %160 = icmp eq i64 %159, 2
  %161 = zext i1 %160 to i64
  %162 = add nuw nsw i64 %22, %161
  %163 = add nuw nsw i64 %21, 1
  %164 = icmp eq i64 %163, %2
  br i1 %164, label %169, label %20
165:                                              ; preds = %131, %56, %62, %42
  %166 = phi i64 [ %44, %42 ], [ 0, %62 ], [ 0, %56 ], [ 0, %131 ]
  store i64 0, ptr %23, align 8
  %167 = getelementptr inbounds i8, ptr %23, i64 8
  store i64 %166, ptr %167, align 8
  %168 = getelementptr inbounds i8, ptr %23, i64 16
  store i64 0, ptr %168, align 8
  br label %169
169:                                              ; preds = %158, %147, %165, %12
  %170 = phi i64 [ 0, %12 ], [ -1, %165 ], [ %162, %158 ], [ -1, %147 ]
  ret i64 %170
}
declare i64 @PyLong_AsLongLongAndOverflow(ptr noundef, ptr noundef) local_unnamed_addr
declare i32 @PyGC_Disable() local_unnamed_addr
declare i32 @PyGC_Enable() local_unnamed_addr
declare i64 @PyThreadState_GetID(ptr noundef) local_unnamed_addr
declare ptr @PyThreadState_Get() local_unnamed_addr
declare ptr @PyObject_GetAttr(ptr noundef, ptr noundef) local_unnamed_addr
declare i32 @PyList_SetSlice(ptr noundef, i64 noundef, i64 noundef, ptr noundef) local_unnamed_addr
declare void @PyErr_Fetch(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr
declare i32 @PyList_Append(ptr noundef, ptr noundef) local_unnamed_addr
declare void @PyErr_Restore(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr
define internal fastcc noundef i32 @store(ptr nocapture noundef readonly %0, ptr noundef %1) unnamed_addr {
  %3 = alloca i32, align 4
  %4 = getelementptr inbounds %struct.Input, ptr %0, i64 0, i32 2
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds %struct.Input, ptr %0, i64 0, i32 1
  %7 = load i64, ptr %6, align 8
  %8 = icmp slt i64 %7, 0
  br i1 %8, label %69, label %9
9:                                                ; preds = %2
  %10 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds %struct.anon, ptr @core, i64 0, i32 34, i64 %7
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %11, %13
  br i1 %14, label %15, label %20
15:                                               ; preds = %9
  %16 = inttoptr i64 %5 to ptr
  %17 = getelementptr inbounds %struct.Object, ptr %1, i64 1
  %18 = getelementptr inbounds [6 x i64], ptr @WIDTHS, i64 0, i64 %7
  %19 = load i64, ptr %18, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %16, ptr nonnull align 8 %17, i64 %19, i1 false)
  br label %69
20:                                               ; preds = %9
  %21 = icmp eq ptr %11, @PyFloat_Type
  %22 = icmp ult i64 %7, 2
  %23 = and i1 %22, %21
  br i1 %23, label %24, label %33
24:                                               ; preds = %20
  %25 = getelementptr inbounds %struct.Float, ptr %1, i64 0, i32 1
  %26 = load double, ptr %25, align 8
  %27 = icmp eq i64 %7, 0
  br i1 %27, label %28, label %31
28:                                               ; preds = %24
  %29 = fptrunc double %26 to float
  %30 = inttoptr i64 %5 to ptr
  store float %29, ptr %30, align 4
  br label %69
31:                                               ; preds = %24
  %32 = inttoptr i64 %5 to ptr
  store double %26, ptr %32, align 8
  br label %69
33:                                               ; preds = %20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3)
  %34 = icmp eq ptr %11, @PyLong_Type
  br i1 %34, label %35, label %67
35:                                               ; preds = %33
  %36 = call i64 @PyLong_AsLongLongAndOverflow(ptr noundef nonnull %1, ptr noundef nonnull %3)
  %37 = icmp eq i64 %7, 5
  %38 = icmp eq i64 %7, 4
  %39 = icmp eq i64 %7, 3
  %40 = select i1 %39, i64 32767, i64 127
  %41 = select i1 %38, i64 2147483647, i64 %40
  %42 = select i1 %37, i64 9223372036854775807, i64 %41
  %43 = load i32, ptr %3, align 4
  %44 = icmp ne i32 %43, 0
  %45 = icmp sgt i64 %36, %42
  %46 = select i1 %44, i1 true, i1 %45
  %47 = sub nsw i64 0, %42
  %48 = icmp slt i64 %36, %47
  %49 = select i1 %46, i1 true, i1 %48
  br i1 %49, label %67, label %50
50:                                               ; preds = %35
  switch i64 %7, label %57 [
    i64 0, label %51
    i64 1, label %54
  ]
51:                                               ; preds = %50
  %52 = sitofp i64 %36 to float
  %53 = inttoptr i64 %5 to ptr
  store float %52, ptr %53, align 4
  br label %67
54:                                               ; preds = %50
  %55 = sitofp i64 %36 to double
  %56 = inttoptr i64 %5 to ptr
  store double %55, ptr %56, align 8
  br label %67
57:                                               ; preds = %50
  %58 = inttoptr i64 %5 to ptr
  br i1 %37, label %59, label %60
59:                                               ; preds = %57
  store i64 %36, ptr %58, align 8
  br label %67
60:                                               ; preds = %57
  switch i64 %7, label %65 [
    i64 4, label %61
    i64 3, label %63
  ]
61:                                               ; preds = %60
  %62 = trunc i64 %36 to i32
  store i32 %62, ptr %58, align 4
  br label %67
63:                                               ; preds = %60
  %64 = trunc i64 %36 to i16
  store i16 %64, ptr %58, align 2
  br label %67
65:                                               ; preds = %60
  %66 = trunc i64 %36 to i8
  store i8 %66, ptr %58, align 1
  br label %67
67:                                               ; preds = %35, %54, %61, %65, %63, %59, %51, %33
  %68 = phi i32 [ 0, %33 ], [ 0, %35 ], [ 1, %54 ], [ 1, %61 ], [ 1, %65 ], [ 1, %63 ], [ 1, %59 ], [ 1, %51 ]
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3)
  br label %69
69:                                               ; preds = %28, %31, %2, %67, %15
  %70 = phi i32 [ 1, %15 ], [ %68, %67 ], [ 0, %2 ], [ 1, %31 ], [ 1, %28 ]
  ret i32 %70
}
declare void @PyErr_Clear() local_unnamed_addr
declare ptr @PyDict_GetItemWithError(ptr noundef, ptr noundef) local_unnamed_addr
declare ptr @PyCell_Get(ptr noundef) local_unnamed_addr
define internal fastcc i32 @walk(ptr noundef %0, ptr noundef %1, ptr noundef readonly %2, ptr noundef %3, i64 noundef %4) unnamed_addr {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = icmp eq ptr %2, @_Py_NoneStruct
  br i1 %9, label %10, label %76
10:                                               ; preds = %5
  %11 = load i64, ptr %3, align 8
  %12 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 5
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds %struct.Tuple, ptr %13, i64 0, i32 1
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %11, %15
  br i1 %16, label %146, label %17
17:                                               ; preds = %10
  %18 = add nsw i64 %11, 1
  store i64 %18, ptr %3, align 8
  %19 = load ptr, ptr %12, align 8
  %20 = getelementptr inbounds %struct.Tuple, ptr %19, i64 0, i32 2, i64 %11
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds %struct.Plan, ptr %0, i64 0, i32 15
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds ptr, ptr %23, i64 %11
  store ptr %1, ptr %24, align 8
  %25 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds %struct.Type, ptr %26, i64 0, i32 5
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, @handle_dealloc
  br i1 %29, label %32, label %30
30:                                               ; preds = %17
  %31 = tail call fastcc i32 @same(ptr noundef nonnull %1, ptr noundef %21)
  br label %146
32:                                               ; preds = %17
  %33 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 8
  %34 = load i64, ptr %33, align 8
  %35 = ashr i64 %34, 32
  %36 = sub nsw i64 0, %4
  %37 = icmp eq i64 %35, %36
  br i1 %37, label %38, label %48
38:                                               ; preds = %32
  %39 = getelementptr inbounds %struct.Object, ptr %21, i64 0, i32 1
  %40 = load ptr, ptr %39, align 8
  %41 = icmp eq ptr %40, @PyLong_Type
  br i1 %41, label %42, label %146
42:                                               ; preds = %38
  %43 = tail call i64 @PyLong_AsLongLong(ptr noundef nonnull %21)
  %44 = load i64, ptr %33, align 8
  %45 = and i64 %44, 4294967295
  %46 = icmp eq i64 %43, %45
  %47 = zext i1 %46 to i32
  br label %146
48:                                               ; preds = %32
  %49 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %50 = icmp eq ptr %26, %49
  br i1 %50, label %51, label %146
51:                                               ; preds = %48
  %52 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 5
  %53 = load ptr, ptr %52, align 8
  %54 = icmp eq ptr %53, null
  %55 = icmp eq ptr %53, @_Py_NoneStruct
  %56 = or i1 %54, %55
  br i1 %56, label %57, label %146
57:                                               ; preds = %51
  %58 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 4
  %59 = load ptr, ptr %58, align 8
  %60 = icmp eq ptr %59, null
  %61 = icmp eq ptr %59, @_Py_NoneStruct
  %62 = or i1 %60, %61
  br i1 %62, label %146, label %63
63:                                               ; preds = %57
  %64 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 3
  %65 = load ptr, ptr %64, align 8
  %66 = icmp eq ptr %65, %21
  br i1 %66, label %67, label %146
67:                                               ; preds = %63
  %68 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %69 = getelementptr inbounds i8, ptr %59, i64 %68
  %70 = load ptr, ptr %69, align 8
  %71 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 7), align 8
  %72 = icmp eq ptr %70, %71
  br i1 %72, label %73, label %146
73:                                               ; preds = %67
  %74 = shl nuw nsw i64 %4, 32
  %75 = sub nsw i64 %11, %74
  store i64 %75, ptr %33, align 8
  br label %146
76:                                               ; preds = %5
  %77 = getelementptr inbounds %struct.Tuple, ptr %2, i64 0, i32 2
  %78 = getelementptr inbounds %struct.Tuple, ptr %2, i64 1, i32 1
  %79 = load ptr, ptr %78, align 8
  %80 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %81 = load ptr, ptr %80, align 8
  %82 = load ptr, ptr %77, align 8
  %83 = icmp eq ptr %81, %82
  br i1 %83, label %84, label %146
84:                                               ; preds = %76
  %85 = icmp eq ptr %81, @PyDict_Type
  %86 = getelementptr inbounds %struct.Tuple, ptr %79, i64 0, i32 1
  br i1 %85, label %87, label %118
87:                                               ; preds = %84
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7)
  %88 = tail call i64 @PyDict_Size(ptr noundef nonnull %1)
  %89 = load i64, ptr %86, align 8
  %90 = icmp eq i64 %88, %89
  br i1 %90, label %91, label %116
91:                                               ; preds = %87
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8)
  store i64 0, ptr %8, align 8
  %92 = call i32 @PyDict_Next(ptr noundef nonnull %1, ptr noundef nonnull %8, ptr noundef nonnull %6, ptr noundef nonnull %7)
  %93 = icmp eq i32 %92, 0
  br i1 %93, label %114, label %94
94:                                               ; preds = %91
  %95 = getelementptr inbounds %struct.Tuple, ptr %2, i64 1, i32 0, i32 1
  br label %100
96:                                               ; preds = %108
  %97 = add nuw nsw i64 %101, 1
  %98 = call i32 @PyDict_Next(ptr noundef %1, ptr noundef nonnull %8, ptr noundef nonnull %6, ptr noundef nonnull %7)
  %99 = icmp eq i32 %98, 0
  br i1 %99, label %114, label %100
100:                                              ; preds = %94, %96
  %101 = phi i64 [ 0, %94 ], [ %97, %96 ]
  %102 = load ptr, ptr %6, align 8
  %103 = load ptr, ptr %95, align 8
  %104 = getelementptr inbounds %struct.Tuple, ptr %103, i64 0, i32 2, i64 %101
  %105 = load ptr, ptr %104, align 8
  %106 = call fastcc i32 @same(ptr noundef %102, ptr noundef %105)
  %107 = icmp eq i32 %106, 0
  br i1 %107, label %114, label %108
108:                                              ; preds = %100
  %109 = load ptr, ptr %7, align 8
  %110 = getelementptr inbounds %struct.Tuple, ptr %79, i64 0, i32 2, i64 %101
  %111 = load ptr, ptr %110, align 8
  %112 = call fastcc i32 @walk(ptr noundef %0, ptr noundef %109, ptr noundef %111, ptr noundef %3, i64 noundef %4)
  %113 = icmp eq i32 %112, 0
  br i1 %113, label %114, label %96
114:                                              ; preds = %96, %108, %100, %91
  %115 = phi i32 [ 1, %91 ], [ 0, %100 ], [ 0, %108 ], [ 1, %96 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8)
  br label %116
116:                                              ; preds = %114, %87
  %117 = phi i32 [ 0, %87 ], [ %115, %114 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6)
  br label %146
118:                                              ; preds = %84
  %119 = icmp eq ptr %81, @PyList_Type
  %120 = getelementptr inbounds %struct.List, ptr %1, i64 0, i32 1
  %121 = load i64, ptr %120, align 8
  %122 = load i64, ptr %86, align 8
  %123 = icmp eq i64 %121, %122
  br i1 %123, label %124, label %146
124:                                              ; preds = %118
  %125 = icmp slt i64 %121, 1
  br i1 %125, label %146, label %126
126:                                              ; preds = %124
  %127 = getelementptr inbounds %struct.List, ptr %1, i64 0, i32 2
  br label %132
128:                                              ; preds = %139
  %129 = add nuw nsw i64 %133, 1
  %130 = load i64, ptr %86, align 8
  %131 = icmp slt i64 %129, %130
  br i1 %131, label %132, label %146
132:                                              ; preds = %126, %128
  %133 = phi i64 [ 0, %126 ], [ %129, %128 ]
  br i1 %119, label %134, label %137
134:                                              ; preds = %132
  %135 = load ptr, ptr %127, align 8
  %136 = getelementptr inbounds ptr, ptr %135, i64 %133
  br label %139
137:                                              ; preds = %132
  %138 = getelementptr inbounds %struct.Tuple, ptr %1, i64 0, i32 2, i64 %133
  br label %139
139:                                              ; preds = %137, %134
  %140 = phi ptr [ %136, %134 ], [ %138, %137 ]
  %141 = load ptr, ptr %140, align 8
  %142 = getelementptr inbounds %struct.Tuple, ptr %79, i64 0, i32 2, i64 %133
  %143 = load ptr, ptr %142, align 8
  %144 = tail call fastcc i32 @walk(ptr noundef %0, ptr noundef %141, ptr noundef %143, ptr noundef %3, i64 noundef %4)
  %145 = icmp eq i32 %144, 0
  br i1 %145, label %146, label %128
146:                                              ; preds = %139, %128, %124, %116, %76, %118, %30, %48, %57, %63, %67, %51, %38, %42, %73, %10
  %147 = phi i32 [ 0, %10 ], [ %31, %30 ], [ 1, %73 ], [ 0, %38 ], [ %47, %42 ], [ 0, %51 ], [ 0, %67 ], [ 0, %63 ], [ 0, %57 ], [ 0, %48 ], [ %117, %116 ], [ 0, %76 ], [ 0, %118 ], [ 1, %124 ], [ 1, %128 ], [ 0, %139 ]
  ret i32 %147
}
define internal fastcc i32 @same(ptr noundef %0, ptr noundef %1) unnamed_addr {
  %3 = icmp eq ptr %0, %1
  br i1 %3, label %47, label %4
4:                                                ; preds = %2
  %5 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %6, %8
  br i1 %9, label %10, label %47
10:                                               ; preds = %4
  %11 = icmp eq ptr %6, @PyTuple_Type
  br i1 %11, label %12, label %32
12:                                               ; preds = %10
  %13 = getelementptr inbounds %struct.Tuple, ptr %0, i64 0, i32 1
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds %struct.Tuple, ptr %1, i64 0, i32 1
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %14, %16
  br i1 %17, label %18, label %47
18:                                               ; preds = %12
  %19 = icmp slt i64 %14, 1
  br i1 %19, label %47, label %24
20:                                               ; preds = %24
  %21 = add nuw nsw i64 %25, 1
  %22 = load i64, ptr %13, align 8
  %23 = icmp slt i64 %21, %22
  br i1 %23, label %24, label %47
24:                                               ; preds = %18, %20
  %25 = phi i64 [ %21, %20 ], [ 0, %18 ]
  %26 = getelementptr inbounds %struct.Tuple, ptr %0, i64 0, i32 2, i64 %25
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds %struct.Tuple, ptr %1, i64 0, i32 2, i64 %25
  %29 = load ptr, ptr %28, align 8
  %30 = tail call fastcc i32 @same(ptr noundef %27, ptr noundef %29)
  %31 = icmp ne i32 %30, 0
  br i1 %31, label %20, label %47
32:                                               ; preds = %10
  %33 = icmp eq ptr %6, @PyFloat_Type
  br i1 %33, label %34, label %40
34:                                               ; preds = %32
  %35 = getelementptr inbounds %struct.Float, ptr %0, i64 0, i32 1
  %36 = load i64, ptr %35, align 8
  %37 = getelementptr inbounds %struct.Float, ptr %1, i64 0, i32 1
  %38 = load i64, ptr %37, align 8
  %39 = icmp eq i64 %36, %38
  br label %47
40:                                               ; preds = %32
  %41 = icmp eq ptr %6, @PyLong_Type
  %42 = icmp eq ptr %6, @PyUnicode_Type
  %43 = or i1 %41, %42
  br i1 %43, label %44, label %47
44:                                               ; preds = %40
  %45 = tail call i32 @PyObject_RichCompareBool(ptr noundef nonnull %0, ptr noundef nonnull %1, i32 noundef 2)
  %46 = icmp eq i32 %45, 1
  br label %47
47:                                               ; preds = %24, %20, %18, %40, %12, %4, %2, %44, %34
  %48 = phi i1 [ %39, %34 ], [ %46, %44 ], [ true, %2 ], [ false, %4 ], [ false, %12 ], [ false, %40 ], [ true, %18 ], [ %31, %20 ], [ %31, %24 ]
  %49 = zext i1 %48 to i32
  ret i32 %49
}
declare i32 @PyObject_RichCompareBool(ptr noundef, ptr noundef, i32 noundef) local_unnamed_addr
define internal fastcc ptr @build(ptr noundef readonly %0, ptr noundef %1, ptr noundef %2) unnamed_addr {
  %4 = icmp eq ptr %0, @_Py_NoneStruct
  br i1 %4, label %5, label %10
5:                                                ; preds = %3
  %6 = load i64, ptr %2, align 8
  %7 = getelementptr inbounds ptr, ptr %1, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = add nsw i64 %6, 1
  store i64 %9, ptr %2, align 8
  store ptr null, ptr %7, align 8
  br label %76
10:                                               ; preds = %3
  %11 = getelementptr inbounds %struct.Tuple, ptr %0, i64 0, i32 2
  %12 = getelementptr inbounds %struct.Tuple, ptr %0, i64 1, i32 1
  %13 = load ptr, ptr %12, align 8
  %14 = load ptr, ptr %11, align 8
  %15 = icmp eq ptr %14, @PyDict_Type
  br i1 %15, label %16, label %42
16:                                               ; preds = %10
  %17 = tail call ptr @PyDict_New()
  %18 = getelementptr inbounds %struct.Tuple, ptr %13, i64 0, i32 1
  %19 = icmp eq ptr %17, null
  br i1 %19, label %76, label %20
20:                                               ; preds = %16
  %21 = getelementptr inbounds %struct.Tuple, ptr %0, i64 1, i32 0, i32 1
  %22 = load i64, ptr %18, align 8
  %23 = icmp sgt i64 %22, 0
  br i1 %23, label %24, label %76
24:                                               ; preds = %20, %38
  %25 = phi i64 [ %39, %38 ], [ 0, %20 ]
  %26 = getelementptr inbounds %struct.Tuple, ptr %13, i64 0, i32 2, i64 %25
  %27 = load ptr, ptr %26, align 8
  %28 = tail call fastcc ptr @build(ptr noundef %27, ptr noundef %1, ptr noundef %2)
  %29 = icmp eq ptr %28, null
  br i1 %29, label %30, label %31
30:                                               ; preds = %24
  tail call void @Py_DecRef(ptr noundef nonnull %17)
  br label %76
31:                                               ; preds = %24
  %32 = load ptr, ptr %21, align 8
  %33 = getelementptr inbounds %struct.Tuple, ptr %32, i64 0, i32 2, i64 %25
  %34 = load ptr, ptr %33, align 8
  %35 = tail call i32 @PyDict_SetItem(ptr noundef nonnull %17, ptr noundef %34, ptr noundef nonnull %28)
  %36 = icmp slt i32 %35, 0
  br i1 %36, label %37, label %38
37:                                               ; preds = %31
  tail call void @Py_DecRef(ptr noundef nonnull %17)
  tail call void @Py_DecRef(ptr noundef nonnull %28)
  br label %76
38:                                               ; preds = %31
  tail call void @Py_DecRef(ptr noundef nonnull %28)
  %39 = add nuw nsw i64 %25, 1
  %40 = load i64, ptr %18, align 8
  %41 = icmp slt i64 %39, %40
  br i1 %41, label %24, label %76
42:                                               ; preds = %10
  %43 = icmp ne ptr %14, @PyList_Type
  %44 = select i1 %43, ptr @PyTuple_New, ptr @PyList_New
  %45 = getelementptr inbounds %struct.Tuple, ptr %13, i64 0, i32 1
  %46 = load i64, ptr %45, align 8
  %47 = tail call ptr %44(i64 noundef %46)
  %48 = icmp eq ptr %47, null
  br i1 %48, label %76, label %49
49:                                               ; preds = %42
  %50 = getelementptr inbounds %struct.List, ptr %47, i64 0, i32 2
  %51 = load i64, ptr %45, align 8
  %52 = icmp sgt i64 %51, 0
  br i1 %52, label %56, label %53
53:                                               ; preds = %68, %49
  %54 = icmp ne ptr %14, @PyTuple_Type
  %55 = and i1 %54, %43
  br i1 %55, label %73, label %76
56:                                               ; preds = %49, %68
  %57 = phi i64 [ %70, %68 ], [ 0, %49 ]
  %58 = getelementptr inbounds %struct.Tuple, ptr %13, i64 0, i32 2, i64 %57
  %59 = load ptr, ptr %58, align 8
  %60 = tail call fastcc ptr @build(ptr noundef %59, ptr noundef %1, ptr noundef %2)
  %61 = icmp eq ptr %60, null
  br i1 %61, label %75, label %62
62:                                               ; preds = %56
  br i1 %43, label %66, label %63
63:                                               ; preds = %62
  %64 = load ptr, ptr %50, align 8
  %65 = getelementptr inbounds ptr, ptr %64, i64 %57
  br label %68
66:                                               ; preds = %62
  %67 = getelementptr inbounds %struct.Tuple, ptr %47, i64 0, i32 2, i64 %57
  br label %68
68:                                               ; preds = %63, %66
  %69 = phi ptr [ %65, %63 ], [ %67, %66 ]
  store ptr %60, ptr %69, align 8
  %70 = add nuw nsw i64 %57, 1
  %71 = load i64, ptr %45, align 8
  %72 = icmp slt i64 %70, %71
  br i1 %72, label %56, label %53
73:                                               ; preds = %53
  %74 = tail call ptr @PyObject_Call(ptr noundef %14, ptr noundef nonnull %47, ptr noundef null)
  tail call void @Py_DecRef(ptr noundef nonnull %47)
  br label %76
75:                                               ; preds = %56
  tail call void @Py_DecRef(ptr noundef nonnull %47)
  br label %76
76:                                               ; preds = %38, %20, %30, %37, %75, %42, %16, %73, %53, %5
  %77 = phi ptr [ %8, %5 ], [ %74, %73 ], [ %47, %53 ], [ null, %16 ], [ null, %42 ], [ null, %75 ], [ null, %30 ], [ null, %37 ], [ %17, %20 ], [ %17, %38 ]
  ret ptr %77
}
declare ptr @PyDict_New() local_unnamed_addr
declare i32 @PyDict_SetItem(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr
define internal fastcc ptr @place_of(ptr noundef %0) unnamed_addr {
  %2 = alloca ptr, align 8
  %3 = alloca %struct.Place, align 8
  %4 = alloca %struct.Place, align 8
  %5 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 3
  %6 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 5
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  %9 = icmp eq ptr %7, @_Py_NoneStruct
  %10 = or i1 %8, %9
  br i1 %10, label %25, label %11
11:                                               ; preds = %1
  %12 = getelementptr inbounds %struct.Handle, ptr %7, i64 0, i32 5
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  %15 = icmp eq ptr %13, @_Py_NoneStruct
  %16 = or i1 %14, %15
  br i1 %16, label %17, label %364
17:                                               ; preds = %11
  %18 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 7
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, -1
  br i1 %20, label %364, label %21
21:                                               ; preds = %17
  %22 = getelementptr inbounds %struct.Handle, ptr %7, i64 0, i32 3
  %23 = getelementptr inbounds %struct.Handle, ptr %0, i64 0, i32 6
  %24 = load ptr, ptr %23, align 8
  br label %25
25:                                               ; preds = %21, %1
  %26 = phi ptr [ %24, %21 ], [ null, %1 ]
  %27 = phi ptr [ %22, %21 ], [ %5, %1 ]
  %28 = load ptr, ptr %27, align 8
  %29 = ptrtoint ptr %28 to i64
  %30 = lshr i64 %29, 4
  %31 = ptrtoint ptr %26 to i64
  %32 = lshr i64 %31, 5
  %33 = xor i64 %30, %32
  %34 = and i64 %33, 2047
  %35 = getelementptr inbounds [2048 x %struct.Place], ptr @places, i64 0, i64 %34
  %36 = load ptr, ptr %35, align 16
  %37 = icmp eq ptr %36, %28
  br i1 %37, label %38, label %42
38:                                               ; preds = %25
  %39 = getelementptr inbounds [2048 x %struct.Place], ptr @places, i64 0, i64 %34, i32 1
  %40 = load ptr, ptr %39, align 8
  %41 = icmp eq ptr %40, %26
  br i1 %41, label %47, label %42
42:                                               ; preds = %25, %38
  %43 = xor i64 %34, 1
  %44 = getelementptr inbounds [2048 x %struct.Place], ptr @places, i64 0, i64 %43
  %45 = load ptr, ptr %44, align 16
  %46 = icmp eq ptr %45, %28
  br i1 %46, label %47, label %57
47:                                               ; preds = %38, %42
  %48 = phi ptr [ %44, %42 ], [ %35, %38 ]
  %49 = getelementptr inbounds %struct.Place, ptr %48, i64 0, i32 1
  %50 = load ptr, ptr %49, align 8
  %51 = icmp eq ptr %50, %26
  br i1 %51, label %52, label %57
52:                                               ; preds = %47
  %53 = getelementptr inbounds %struct.Place, ptr %48, i64 0, i32 2
  %54 = load ptr, ptr %53, align 8
  %55 = icmp eq ptr %54, null
  %56 = select i1 %55, ptr null, ptr %48
  br label %364
57:                                               ; preds = %47, %42
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %3)
  %58 = getelementptr inbounds i8, ptr %3, i64 16
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(128) %58, i8 0, i64 112, i1 false)
  store ptr %28, ptr %3, align 8
  %59 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 1
  store ptr %26, ptr %59, align 8
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %4)
  tail call void @Py_IncRef(ptr noundef %28)
  %60 = icmp eq ptr %26, null
  br i1 %60, label %98, label %61
61:                                               ; preds = %57
  tail call void @Py_IncRef(ptr noundef nonnull %26)
  %62 = getelementptr inbounds %struct.Object, ptr %26, i64 0, i32 1
  %63 = load ptr, ptr %62, align 8
  %64 = icmp eq ptr %63, @PyTuple_Type
  br i1 %64, label %65, label %98
65:                                               ; preds = %61
  %66 = getelementptr inbounds %struct.Tuple, ptr %26, i64 0, i32 1
  %67 = load i64, ptr %66, align 8
  %68 = icmp eq i64 %67, 1
  br i1 %68, label %69, label %98
69:                                               ; preds = %65
  %70 = getelementptr inbounds %struct.Tuple, ptr %26, i64 0, i32 2
  %71 = load ptr, ptr %70, align 8
  %72 = getelementptr inbounds %struct.Tuple, ptr %71, i64 0, i32 2
  %73 = load ptr, ptr %72, align 8
  %74 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 22), align 8
  %75 = icmp eq ptr %73, %74
  br i1 %75, label %76, label %86
76:                                               ; preds = %69
  %77 = load ptr, ptr %6, align 8
  %78 = tail call fastcc ptr @place_of(ptr noundef %77)
  %79 = icmp eq ptr %78, null
  br i1 %79, label %80, label %83
80:                                               ; preds = %76
  %81 = tail call ptr @PyErr_Occurred()
  %82 = icmp eq ptr %81, null
  br i1 %82, label %98, label %352
83:                                               ; preds = %76
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(128) %4, ptr noundef nonnull align 8 dereferenceable(128) %78, i64 128, i1 false)
  %84 = tail call ptr @PyErr_Occurred()
  %85 = icmp eq ptr %84, null
  br i1 %85, label %89, label %352
86:                                               ; preds = %69
  %87 = tail call ptr @PyErr_Occurred()
  %88 = icmp eq ptr %87, null
  br i1 %88, label %98, label %352
89:                                               ; preds = %83
  %90 = getelementptr inbounds %struct.Tuple, ptr %71, i64 1, i32 0, i32 1
  %91 = load ptr, ptr %90, align 8
  %92 = call fastcc i32 @window_place(ptr noundef nonnull %3, ptr noundef nonnull %4, ptr noundef %91)
  %93 = icmp eq i32 %92, 0
  %94 = getelementptr inbounds %struct.Place, ptr %4, i64 0, i32 2
  %95 = load ptr, ptr %94, align 8
  %96 = icmp eq ptr %95, null
  %97 = select i1 %93, i1 true, i1 %96
  br i1 %97, label %98, label %321
98:                                               ; preds = %89, %86, %80, %57, %61, %65
  %99 = load ptr, ptr %5, align 8
  %100 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 62), align 8
  %101 = getelementptr inbounds i8, ptr %99, i64 %100
  %102 = load ptr, ptr %101, align 8
  %103 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 61), align 8
  %104 = getelementptr inbounds i8, ptr %99, i64 %103
  %105 = load ptr, ptr %104, align 8
  %106 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 59, i64 0), align 8
  %107 = icmp eq ptr %106, %102
  br i1 %107, label %126, label %108
108:                                              ; preds = %98
  %109 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 59, i64 1), align 8
  %110 = icmp eq ptr %109, %102
  br i1 %110, label %126, label %111
111:                                              ; preds = %108
  %112 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 59, i64 2), align 8
  %113 = icmp eq ptr %112, %102
  br i1 %113, label %126, label %114
114:                                              ; preds = %111
  %115 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 59, i64 3), align 8
  %116 = icmp eq ptr %115, %102
  br i1 %116, label %126, label %117
117:                                              ; preds = %114
  %118 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 59, i64 4), align 8
  %119 = icmp eq ptr %118, %102
  br i1 %119, label %126, label %120
120:                                              ; preds = %117
  %121 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 59, i64 5), align 8
  %122 = icmp eq ptr %121, %102
  br i1 %122, label %126, label %123
123:                                              ; preds = %120
  %124 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 59, i64 6), align 8
  %125 = icmp eq ptr %124, %102
  br i1 %125, label %126, label %247
126:                                              ; preds = %123, %120, %117, %114, %111, %108, %98
  %127 = phi i1 [ true, %98 ], [ true, %108 ], [ true, %111 ], [ true, %114 ], [ true, %117 ], [ true, %120 ], [ false, %123 ]
  %128 = phi i64 [ 0, %98 ], [ 1, %108 ], [ 2, %111 ], [ 3, %114 ], [ 4, %117 ], [ 5, %120 ], [ 6, %123 ]
  %129 = load ptr, ptr %6, align 8
  %130 = icmp ne ptr %129, null
  %131 = icmp ne ptr %129, @_Py_NoneStruct
  %132 = and i1 %130, %131
  br i1 %132, label %247, label %133
133:                                              ; preds = %126
  %134 = getelementptr inbounds %struct.Object, ptr %105, i64 0, i32 1
  %135 = load ptr, ptr %134, align 8
  %136 = icmp eq ptr %135, @PyTuple_Type
  br i1 %136, label %137, label %247
137:                                              ; preds = %133
  %138 = getelementptr inbounds %struct.Tuple, ptr %105, i64 0, i32 1
  %139 = load i64, ptr %138, align 8
  %140 = icmp sgt i64 %139, 4
  br i1 %140, label %247, label %141
141:                                              ; preds = %137
  %142 = icmp sgt i64 %139, 0
  br i1 %142, label %167, label %185
143:                                              ; preds = %167
  %144 = icmp eq i64 %139, 1
  br i1 %144, label %173, label %145
145:                                              ; preds = %143
  %146 = getelementptr inbounds %struct.Tuple, ptr %105, i64 0, i32 2, i64 1
  %147 = load ptr, ptr %146, align 8
  %148 = getelementptr inbounds %struct.Object, ptr %147, i64 0, i32 1
  %149 = load ptr, ptr %148, align 8
  %150 = icmp eq ptr %149, @PyLong_Type
  br i1 %150, label %151, label %247
151:                                              ; preds = %145
  %152 = icmp eq i64 %139, 2
  br i1 %152, label %173, label %153
153:                                              ; preds = %151
  %154 = getelementptr inbounds %struct.Tuple, ptr %105, i64 0, i32 2, i64 2
  %155 = load ptr, ptr %154, align 8
  %156 = getelementptr inbounds %struct.Object, ptr %155, i64 0, i32 1
  %157 = load ptr, ptr %156, align 8
  %158 = icmp eq ptr %157, @PyLong_Type
  br i1 %158, label %159, label %247
159:                                              ; preds = %153
  %160 = icmp eq i64 %139, 3
  br i1 %160, label %173, label %161
161:                                              ; preds = %159
  %162 = getelementptr inbounds %struct.Tuple, ptr %105, i64 0, i32 2, i64 3
  %163 = load ptr, ptr %162, align 8
  %164 = getelementptr inbounds %struct.Object, ptr %163, i64 0, i32 1
  %165 = load ptr, ptr %164, align 8
  %166 = icmp eq ptr %165, @PyLong_Type
  br i1 %166, label %173, label %247
167:                                              ; preds = %141
  %168 = getelementptr inbounds %struct.Tuple, ptr %105, i64 0, i32 2, i64 0
  %169 = load ptr, ptr %168, align 8
  %170 = getelementptr inbounds %struct.Object, ptr %169, i64 0, i32 1
  %171 = load ptr, ptr %170, align 8
  %172 = icmp eq ptr %171, @PyLong_Type
  br i1 %172, label %143, label %247
173:                                              ; preds = %161, %159, %151, %143
  %174 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 8
  br label %175
175:                                              ; preds = %173, %175
  %176 = phi i64 [ %181, %175 ], [ 0, %173 ]
  %177 = getelementptr inbounds %struct.Tuple, ptr %105, i64 0, i32 2, i64 %176
  %178 = load ptr, ptr %177, align 8
  %179 = tail call i64 @PyLong_AsLongLong(ptr noundef %178)
  %180 = getelementptr inbounds i64, ptr %174, i64 %176
  store i64 %179, ptr %180, align 8
  %181 = add nuw nsw i64 %176, 1
  %182 = icmp eq i64 %181, %139
  br i1 %182, label %183, label %175
183:                                              ; preds = %175
  %184 = load i64, ptr %138, align 8
  br label %185
185:                                              ; preds = %183, %141
  %186 = phi i64 [ %184, %183 ], [ %139, %141 ]
  %187 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 7
  store i64 %186, ptr %187, align 8
  %188 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 4
  store i64 %128, ptr %188, align 8
  br i1 %127, label %189, label %192
189:                                              ; preds = %185
  %190 = getelementptr inbounds [6 x i64], ptr @WIDTHS, i64 0, i64 %128
  %191 = load i64, ptr %190, align 8
  br label %192
192:                                              ; preds = %189, %185
  %193 = phi i64 [ %191, %189 ], [ 1, %185 ]
  %194 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 5
  store i64 %193, ptr %194, align 8
  %195 = icmp sgt i64 %186, 0
  br i1 %195, label %196, label %238
196:                                              ; preds = %192
  %197 = and i64 %186, 3
  %198 = icmp eq i64 %197, 0
  br i1 %198, label %210, label %199
199:                                              ; preds = %196, %199
  %200 = phi i64 [ %203, %199 ], [ %186, %196 ]
  %201 = phi i64 [ %207, %199 ], [ %193, %196 ]
  %202 = phi i64 [ %208, %199 ], [ 0, %196 ]
  %203 = add nsw i64 %200, -1
  %204 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 9, i64 %203
  store i64 %201, ptr %204, align 8
  %205 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 8, i64 %203
  %206 = load i64, ptr %205, align 8
  %207 = mul nsw i64 %206, %201
  %208 = add i64 %202, 1
  %209 = icmp eq i64 %208, %197
  br i1 %209, label %210, label %199
210:                                              ; preds = %199, %196
  %211 = phi i64 [ %186, %196 ], [ %203, %199 ]
  %212 = phi i64 [ %193, %196 ], [ %207, %199 ]
  %213 = icmp ult i64 %186, 4
  br i1 %213, label %238, label %214
214:                                              ; preds = %210, %214
  %215 = phi i64 [ %232, %214 ], [ %211, %210 ]
  %216 = phi i64 [ %236, %214 ], [ %212, %210 ]
  %217 = add nsw i64 %215, -1
  %218 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 9, i64 %217
  store i64 %216, ptr %218, align 8
  %219 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 8, i64 %217
  %220 = load i64, ptr %219, align 8
  %221 = mul nsw i64 %220, %216
  %222 = add nsw i64 %215, -2
  %223 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 9, i64 %222
  store i64 %221, ptr %223, align 8
  %224 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 8, i64 %222
  %225 = load i64, ptr %224, align 8
  %226 = mul nsw i64 %225, %221
  %227 = add nsw i64 %215, -3
  %228 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 9, i64 %227
  store i64 %226, ptr %228, align 8
  %229 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 8, i64 %227
  %230 = load i64, ptr %229, align 8
  %231 = mul nsw i64 %230, %226
  %232 = add nsw i64 %215, -4
  %233 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 9, i64 %232
  store i64 %231, ptr %233, align 8
  %234 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 8, i64 %232
  %235 = load i64, ptr %234, align 8
  %236 = mul nsw i64 %235, %231
  %237 = icmp ugt i64 %227, 1
  br i1 %237, label %214, label %238
238:                                              ; preds = %210, %214, %192
  %239 = getelementptr inbounds %struct.anon, ptr @core, i64 0, i32 34, i64 %128
  %240 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 37), align 8
  %241 = getelementptr inbounds %struct.Object, ptr %240, i64 0, i32 1
  %242 = select i1 %127, ptr %239, ptr %241
  %243 = load ptr, ptr %242, align 8
  %244 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 2
  store ptr %243, ptr %244, align 8
  tail call void @Py_IncRef(ptr noundef %243)
  %245 = tail call ptr @PyType_GetSlot(ptr noundef %243, i32 noundef 47)
  %246 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 3
  store ptr %245, ptr %246, align 8
  br label %321
247:                                              ; preds = %167, %145, %153, %161, %137, %133, %123, %126
  %248 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %249 = add nsw i64 %248, 1
  store i64 %249, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2)
  store ptr %0, ptr %2, align 8
  %250 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 26), align 8
  %251 = call ptr @PyObject_Vectorcall(ptr noundef %250, ptr noundef nonnull %2, i64 noundef 1, ptr noundef null)
  %252 = icmp eq ptr %251, null
  br i1 %252, label %253, label %254
253:                                              ; preds = %247
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2)
  br label %352
254:                                              ; preds = %247
  %255 = icmp eq ptr %251, @_Py_NoneStruct
  br i1 %255, label %318, label %256
256:                                              ; preds = %254
  %257 = getelementptr inbounds %struct.Tuple, ptr %251, i64 0, i32 2
  %258 = getelementptr inbounds %struct.Tuple, ptr %251, i64 2, i32 0, i32 1
  %259 = load ptr, ptr %258, align 8
  %260 = getelementptr inbounds %struct.Tuple, ptr %259, i64 0, i32 1
  %261 = load i64, ptr %260, align 8
  %262 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 7
  store i64 %261, ptr %262, align 8
  %263 = icmp slt i64 %261, 5
  br i1 %263, label %264, label %318
264:                                              ; preds = %256
  %265 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 8
  %266 = getelementptr inbounds %struct.Object, ptr %259, i64 0, i32 1
  %267 = load ptr, ptr %266, align 8
  %268 = icmp eq ptr %267, @PyTuple_Type
  br i1 %268, label %269, label %318
269:                                              ; preds = %264
  %270 = icmp sgt i64 %261, 0
  br i1 %270, label %271, label %279
271:                                              ; preds = %269, %271
  %272 = phi i64 [ %277, %271 ], [ 0, %269 ]
  %273 = getelementptr inbounds %struct.Tuple, ptr %259, i64 0, i32 2, i64 %272
  %274 = load ptr, ptr %273, align 8
  %275 = call i64 @PyLong_AsLongLong(ptr noundef %274)
  %276 = getelementptr inbounds i64, ptr %265, i64 %272
  store i64 %275, ptr %276, align 8
  %277 = add nuw nsw i64 %272, 1
  %278 = icmp eq i64 %277, %261
  br i1 %278, label %279, label %271
279:                                              ; preds = %271, %269
  %280 = getelementptr inbounds %struct.Tuple, ptr %251, i64 2, i32 1
  %281 = load ptr, ptr %280, align 8
  %282 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 9
  %283 = icmp eq ptr %281, null
  br i1 %283, label %318, label %284
284:                                              ; preds = %279
  %285 = getelementptr inbounds %struct.Object, ptr %281, i64 0, i32 1
  %286 = load ptr, ptr %285, align 8
  %287 = icmp eq ptr %286, @PyTuple_Type
  br i1 %287, label %288, label %318
288:                                              ; preds = %284
  %289 = getelementptr inbounds %struct.Tuple, ptr %281, i64 0, i32 1
  %290 = load i64, ptr %289, align 8
  %291 = icmp eq i64 %290, %261
  br i1 %291, label %292, label %318
292:                                              ; preds = %288
  br i1 %270, label %293, label %301
293:                                              ; preds = %292, %293
  %294 = phi i64 [ %299, %293 ], [ 0, %292 ]
  %295 = getelementptr inbounds %struct.Tuple, ptr %281, i64 0, i32 2, i64 %294
  %296 = load ptr, ptr %295, align 8
  %297 = call i64 @PyLong_AsLongLong(ptr noundef %296)
  %298 = getelementptr inbounds i64, ptr %282, i64 %294
  store i64 %297, ptr %298, align 8
  %299 = add nuw nsw i64 %294, 1
  %300 = icmp eq i64 %299, %261
  br i1 %300, label %301, label %293
301:                                              ; preds = %293, %292
  %302 = load ptr, ptr %257, align 8
  %303 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 2
  store ptr %302, ptr %303, align 8
  call void @Py_IncRef(ptr noundef %302)
  %304 = getelementptr inbounds %struct.Tuple, ptr %251, i64 1, i32 0, i32 1
  %305 = load ptr, ptr %304, align 8
  %306 = call i64 @PyLong_AsLongLong(ptr noundef %305)
  %307 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 4
  store i64 %306, ptr %307, align 8
  %308 = getelementptr inbounds %struct.Tuple, ptr %251, i64 1, i32 1
  %309 = load ptr, ptr %308, align 8
  %310 = call i64 @PyLong_AsLongLong(ptr noundef %309)
  %311 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 5
  store i64 %310, ptr %311, align 8
  %312 = getelementptr inbounds %struct.Tuple, ptr %251, i64 2
  %313 = load ptr, ptr %312, align 8
  %314 = call i64 @PyLong_AsLongLong(ptr noundef %313)
  %315 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 6
  store i64 %314, ptr %315, align 8
  %316 = call ptr @PyType_GetSlot(ptr noundef %302, i32 noundef 47)
  %317 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 3
  store ptr %316, ptr %317, align 8
  br label %318
318:                                              ; preds = %254, %256, %264, %279, %284, %288, %301
  call void @Py_DecRef(ptr noundef nonnull %251)
  %319 = call ptr @PyErr_Occurred()
  %320 = icmp eq ptr %319, null
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2)
  br i1 %320, label %321, label %352
321:                                              ; preds = %89, %238, %318
  %322 = load i64, ptr @learn_place.turn, align 8
  %323 = add nsw i64 %322, 1
  store i64 %323, ptr @learn_place.turn, align 8
  %324 = and i64 %322, 1
  %325 = xor i64 %324, %34
  %326 = getelementptr inbounds [2048 x %struct.Place], ptr @places, i64 0, i64 %325
  %327 = load ptr, ptr %326, align 16
  %328 = getelementptr inbounds i8, ptr %326, i64 8
  %329 = load ptr, ptr %328, align 8
  %330 = getelementptr inbounds i8, ptr %326, i64 16
  %331 = load ptr, ptr %330, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %326, ptr noundef nonnull align 8 dereferenceable(128) %3, i64 128, i1 false)
  %332 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %333 = add nsw i64 %332, 1
  store i64 %333, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %334 = icmp eq ptr %327, null
  br i1 %334, label %336, label %335
335:                                              ; preds = %321
  call void @Py_DecRef(ptr noundef nonnull %327)
  br label %336
336:                                              ; preds = %321, %335
  %337 = icmp eq ptr %329, null
  br i1 %337, label %339, label %338
338:                                              ; preds = %336
  call void @Py_DecRef(ptr noundef nonnull %329)
  br label %339
339:                                              ; preds = %336, %338
  %340 = icmp eq ptr %331, null
  br i1 %340, label %342, label %341
341:                                              ; preds = %339
  call void @Py_DecRef(ptr noundef nonnull %331)
  br label %342
342:                                              ; preds = %339, %341
  %343 = load ptr, ptr %326, align 16
  %344 = icmp eq ptr %343, %28
  br i1 %344, label %345, label %362
345:                                              ; preds = %342
  %346 = load ptr, ptr %328, align 8
  %347 = icmp eq ptr %346, %26
  br i1 %347, label %348, label %362
348:                                              ; preds = %345
  %349 = load ptr, ptr %330, align 16
  %350 = icmp eq ptr %349, null
  %351 = select i1 %350, ptr null, ptr %326
  br label %362
352:                                              ; preds = %83, %253, %80, %86, %318
  %353 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 2
  %354 = load ptr, ptr %353, align 8
  %355 = icmp eq ptr %354, null
  br i1 %355, label %357, label %356
356:                                              ; preds = %352
  call void @Py_DecRef(ptr noundef nonnull %354)
  br label %357
357:                                              ; preds = %352, %356
  %358 = icmp eq ptr %28, null
  br i1 %358, label %360, label %359
359:                                              ; preds = %357
  call void @Py_DecRef(ptr noundef nonnull %28)
  br label %360
360:                                              ; preds = %357, %359
  br i1 %60, label %362, label %361
361:                                              ; preds = %360
  call void @Py_DecRef(ptr noundef nonnull %26)
  br label %362
362:                                              ; preds = %361, %360, %342, %345, %348
  %363 = phi ptr [ null, %345 ], [ null, %342 ], [ %351, %348 ], [ null, %360 ], [ null, %361 ]
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %4)
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %3)
  br label %364
364:                                              ; preds = %17, %11, %52, %362
  %365 = phi ptr [ %56, %52 ], [ %363, %362 ], [ null, %11 ], [ null, %17 ]
  ret ptr %365
}
define internal fastcc noundef i32 @window_place(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr noundef %2) unnamed_addr {
  %4 = alloca [4 x i64], align 16
  %5 = alloca [4 x i64], align 16
  %6 = alloca [4 x i64], align 16
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %4)
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %5)
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %6)
  %7 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 7
  %8 = load i64, ptr %7, align 8
  %9 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 33), align 8
  %10 = tail call ptr @PyDict_GetItemWithError(ptr noundef %2, ptr noundef %9)
  %11 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 2
  %12 = load ptr, ptr %11, align 8
  %13 = icmp ne ptr %12, null
  %14 = icmp ne ptr %10, null
  %15 = select i1 %13, i1 %14, i1 false
  br i1 %15, label %16, label %235
16:                                               ; preds = %3
  %17 = getelementptr inbounds %struct.Object, ptr %10, i64 0, i32 1
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, @PyTuple_Type
  br i1 %19, label %20, label %235
20:                                               ; preds = %16
  %21 = getelementptr inbounds %struct.Tuple, ptr %10, i64 0, i32 1
  %22 = load i64, ptr %21, align 8
  %23 = icmp sgt i64 %22, 4
  br i1 %23, label %235, label %24
24:                                               ; preds = %20
  %25 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 30), align 8
  %26 = tail call ptr @PyDict_GetItemWithError(ptr noundef %2, ptr noundef %25)
  %27 = icmp eq ptr %26, null
  br i1 %27, label %235, label %28
28:                                               ; preds = %24
  %29 = getelementptr inbounds %struct.Object, ptr %26, i64 0, i32 1
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %30, @PyTuple_Type
  br i1 %31, label %32, label %235
32:                                               ; preds = %28
  %33 = getelementptr inbounds %struct.Tuple, ptr %26, i64 0, i32 1
  %34 = load i64, ptr %33, align 8
  %35 = icmp eq i64 %34, %8
  br i1 %35, label %36, label %235
36:                                               ; preds = %32
  %37 = icmp sgt i64 %8, 0
  br i1 %37, label %38, label %46
38:                                               ; preds = %36, %38
  %39 = phi i64 [ %44, %38 ], [ 0, %36 ]
  %40 = getelementptr inbounds %struct.Tuple, ptr %26, i64 0, i32 2, i64 %39
  %41 = load ptr, ptr %40, align 8
  %42 = tail call i64 @PyLong_AsLongLong(ptr noundef %41)
  %43 = getelementptr inbounds i64, ptr %4, i64 %39
  store i64 %42, ptr %43, align 8
  %44 = add nuw nsw i64 %39, 1
  %45 = icmp eq i64 %44, %8
  br i1 %45, label %46, label %38
46:                                               ; preds = %38, %36
  %47 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 31), align 8
  %48 = tail call ptr @PyDict_GetItemWithError(ptr noundef %2, ptr noundef %47)
  %49 = icmp eq ptr %48, null
  br i1 %49, label %235, label %50
50:                                               ; preds = %46
  %51 = getelementptr inbounds %struct.Object, ptr %48, i64 0, i32 1
  %52 = load ptr, ptr %51, align 8
  %53 = icmp eq ptr %52, @PyTuple_Type
  br i1 %53, label %54, label %235
54:                                               ; preds = %50
  %55 = getelementptr inbounds %struct.Tuple, ptr %48, i64 0, i32 1
  %56 = load i64, ptr %55, align 8
  %57 = icmp eq i64 %56, %8
  br i1 %57, label %58, label %235
58:                                               ; preds = %54
  br i1 %37, label %59, label %67
59:                                               ; preds = %58, %59
  %60 = phi i64 [ %65, %59 ], [ 0, %58 ]
  %61 = getelementptr inbounds %struct.Tuple, ptr %48, i64 0, i32 2, i64 %60
  %62 = load ptr, ptr %61, align 8
  %63 = tail call i64 @PyLong_AsLongLong(ptr noundef %62)
  %64 = getelementptr inbounds i64, ptr %5, i64 %60
  store i64 %63, ptr %64, align 8
  %65 = add nuw nsw i64 %60, 1
  %66 = icmp eq i64 %65, %8
  br i1 %66, label %67, label %59
67:                                               ; preds = %59, %58
  %68 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 32), align 8
  %69 = tail call ptr @PyDict_GetItemWithError(ptr noundef %2, ptr noundef %68)
  %70 = icmp eq ptr %69, null
  br i1 %70, label %235, label %71
71:                                               ; preds = %67
  %72 = getelementptr inbounds %struct.Object, ptr %69, i64 0, i32 1
  %73 = load ptr, ptr %72, align 8
  %74 = icmp eq ptr %73, @PyTuple_Type
  br i1 %74, label %75, label %235
75:                                               ; preds = %71
  %76 = getelementptr inbounds %struct.Tuple, ptr %69, i64 0, i32 1
  %77 = load i64, ptr %76, align 8
  %78 = icmp eq i64 %77, %8
  br i1 %78, label %79, label %235
79:                                               ; preds = %75
  br i1 %37, label %80, label %88
80:                                               ; preds = %79, %80
  %81 = phi i64 [ %86, %80 ], [ 0, %79 ]
  %82 = getelementptr inbounds %struct.Tuple, ptr %69, i64 0, i32 2, i64 %81
  %83 = load ptr, ptr %82, align 8
  %84 = tail call i64 @PyLong_AsLongLong(ptr noundef %83)
  %85 = getelementptr inbounds i64, ptr %6, i64 %81
  store i64 %84, ptr %85, align 8
  %86 = add nuw nsw i64 %81, 1
  %87 = icmp eq i64 %86, %8
  br i1 %87, label %88, label %80
88:                                               ; preds = %80, %79
  %89 = load <2 x ptr>, ptr %0, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(128) %0, ptr noundef nonnull align 8 dereferenceable(128) %1, i64 128, i1 false)
  store <2 x ptr> %89, ptr %0, align 8
  %90 = load i64, ptr %21, align 8
  %91 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 7
  store i64 %90, ptr %91, align 8
  %92 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 8
  %93 = load ptr, ptr %17, align 8
  %94 = icmp eq ptr %93, @PyTuple_Type
  %95 = icmp sgt i64 %90, 0
  %96 = select i1 %94, i1 %95, i1 false
  br i1 %96, label %97, label %105
97:                                               ; preds = %88, %97
  %98 = phi i64 [ %103, %97 ], [ 0, %88 ]
  %99 = getelementptr inbounds %struct.Tuple, ptr %10, i64 0, i32 2, i64 %98
  %100 = load ptr, ptr %99, align 8
  %101 = tail call i64 @PyLong_AsLongLong(ptr noundef %100)
  %102 = getelementptr inbounds i64, ptr %92, i64 %98
  store i64 %101, ptr %102, align 8
  %103 = add nuw nsw i64 %98, 1
  %104 = icmp eq i64 %103, %90
  br i1 %104, label %105, label %97
105:                                              ; preds = %97, %88
  br i1 %37, label %106, label %166
106:                                              ; preds = %105
  %107 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 6
  %108 = load i64, ptr %107, align 8
  %109 = icmp ult i64 %8, 8
  br i1 %109, label %143, label %110
110:                                              ; preds = %106
  %111 = getelementptr i8, ptr %1, i64 96
  %112 = shl i64 %8, 3
  %113 = getelementptr i8, ptr %1, i64 %112
  %114 = getelementptr i8, ptr %113, i64 96
  %115 = icmp ult ptr %107, %114
  %116 = icmp ult ptr %111, %91
  %117 = and i1 %115, %116
  br i1 %117, label %143, label %118
118:                                              ; preds = %110
  %119 = and i64 %8, 9223372036854775804
  %120 = insertelement <2 x i64> <i64 poison, i64 0>, i64 %108, i64 0
  br label %121
121:                                              ; preds = %121, %118
  %122 = phi i64 [ 0, %118 ], [ %137, %121 ]
  %123 = phi <2 x i64> [ %120, %118 ], [ %135, %121 ]
  %124 = phi <2 x i64> [ zeroinitializer, %118 ], [ %136, %121 ]
  %125 = getelementptr inbounds [4 x i64], ptr %4, i64 0, i64 %122
  %126 = getelementptr inbounds i64, ptr %125, i64 2
  %127 = load <2 x i64>, ptr %125, align 16
  %128 = load <2 x i64>, ptr %126, align 16
  %129 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 9, i64 %122
  %130 = getelementptr inbounds i64, ptr %129, i64 2
  %131 = load <2 x i64>, ptr %129, align 8
  %132 = load <2 x i64>, ptr %130, align 8
  %133 = mul nsw <2 x i64> %131, %127
  %134 = mul nsw <2 x i64> %132, %128
  %135 = add <2 x i64> %123, %133
  %136 = add <2 x i64> %124, %134
  %137 = add nuw i64 %122, 4
  %138 = icmp eq i64 %137, %119
  br i1 %138, label %139, label %121
139:                                              ; preds = %121
  %140 = add <2 x i64> %136, %135
  %141 = tail call i64 @llvm.vector.reduce.add.v2i64(<2 x i64> %140)
  store i64 %141, ptr %107, align 8
  %142 = icmp eq i64 %8, %119
  br i1 %142, label %166, label %143
143:                                              ; preds = %110, %106, %139
  %144 = phi i64 [ %108, %110 ], [ %108, %106 ], [ %141, %139 ]
  %145 = phi i64 [ 0, %110 ], [ 0, %106 ], [ %119, %139 ]
  %146 = and i64 %8, 3
  %147 = icmp eq i64 %146, 0
  br i1 %147, label %161, label %148
148:                                              ; preds = %143, %148
  %149 = phi i64 [ %157, %148 ], [ %144, %143 ]
  %150 = phi i64 [ %158, %148 ], [ %145, %143 ]
  %151 = phi i64 [ %159, %148 ], [ 0, %143 ]
  %152 = getelementptr inbounds [4 x i64], ptr %4, i64 0, i64 %150
  %153 = load i64, ptr %152, align 8
  %154 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 9, i64 %150
  %155 = load i64, ptr %154, align 8
  %156 = mul nsw i64 %155, %153
  %157 = add nsw i64 %149, %156
  store i64 %157, ptr %107, align 8
  %158 = add nuw nsw i64 %150, 1
  %159 = add i64 %151, 1
  %160 = icmp eq i64 %159, %146
  br i1 %160, label %161, label %148
161:                                              ; preds = %148, %143
  %162 = phi i64 [ %144, %143 ], [ %157, %148 ]
  %163 = phi i64 [ %145, %143 ], [ %158, %148 ]
  %164 = sub nsw i64 %145, %8
  %165 = icmp ugt i64 %164, -4
  br i1 %165, label %166, label %169
166:                                              ; preds = %161, %169, %139, %105
  %167 = load i64, ptr %91, align 8
  %168 = icmp sgt i64 %167, 0
  br i1 %168, label %201, label %232
169:                                              ; preds = %161, %169
  %170 = phi i64 [ %198, %169 ], [ %162, %161 ]
  %171 = phi i64 [ %199, %169 ], [ %163, %161 ]
  %172 = getelementptr inbounds [4 x i64], ptr %4, i64 0, i64 %171
  %173 = load i64, ptr %172, align 8
  %174 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 9, i64 %171
  %175 = load i64, ptr %174, align 8
  %176 = mul nsw i64 %175, %173
  %177 = add nsw i64 %170, %176
  store i64 %177, ptr %107, align 8
  %178 = add nuw nsw i64 %171, 1
  %179 = getelementptr inbounds [4 x i64], ptr %4, i64 0, i64 %178
  %180 = load i64, ptr %179, align 8
  %181 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 9, i64 %178
  %182 = load i64, ptr %181, align 8
  %183 = mul nsw i64 %182, %180
  %184 = add nsw i64 %177, %183
  store i64 %184, ptr %107, align 8
  %185 = add nuw nsw i64 %171, 2
  %186 = getelementptr inbounds [4 x i64], ptr %4, i64 0, i64 %185
  %187 = load i64, ptr %186, align 8
  %188 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 9, i64 %185
  %189 = load i64, ptr %188, align 8
  %190 = mul nsw i64 %189, %187
  %191 = add nsw i64 %184, %190
  store i64 %191, ptr %107, align 8
  %192 = add nuw nsw i64 %171, 3
  %193 = getelementptr inbounds [4 x i64], ptr %4, i64 0, i64 %192
  %194 = load i64, ptr %193, align 8
  %195 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 9, i64 %192
  %196 = load i64, ptr %195, align 8
  %197 = mul nsw i64 %196, %194
  %198 = add nsw i64 %191, %197
  store i64 %198, ptr %107, align 8
  %199 = add nuw nsw i64 %171, 4
  %200 = icmp eq i64 %199, %8
  br i1 %200, label %166, label %169
201:                                              ; preds = %166, %228
  %202 = phi i64 [ %230, %228 ], [ 0, %166 ]
  %203 = phi i64 [ %229, %228 ], [ 0, %166 ]
  %204 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 9, i64 %202
  store i64 0, ptr %204, align 8
  %205 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 8, i64 %202
  %206 = load i64, ptr %205, align 8
  %207 = icmp eq i64 %206, 1
  br i1 %207, label %228, label %208
208:                                              ; preds = %201
  %209 = icmp slt i64 %203, %8
  br i1 %209, label %210, label %218
210:                                              ; preds = %208, %215
  %211 = phi i64 [ %216, %215 ], [ %203, %208 ]
  %212 = getelementptr inbounds [4 x i64], ptr %5, i64 0, i64 %211
  %213 = load i64, ptr %212, align 8
  %214 = icmp eq i64 %213, 1
  br i1 %214, label %215, label %218
215:                                              ; preds = %210
  %216 = add i64 %211, 1
  %217 = icmp eq i64 %216, %8
  br i1 %217, label %235, label %210
218:                                              ; preds = %210, %208
  %219 = phi i64 [ %203, %208 ], [ %211, %210 ]
  %220 = icmp eq i64 %219, %8
  br i1 %220, label %235, label %221
221:                                              ; preds = %218
  %222 = getelementptr inbounds [4 x i64], ptr %6, i64 0, i64 %219
  %223 = load i64, ptr %222, align 8
  %224 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 9, i64 %219
  %225 = load i64, ptr %224, align 8
  %226 = mul nsw i64 %225, %223
  store i64 %226, ptr %204, align 8
  %227 = add nsw i64 %219, 1
  br label %228
228:                                              ; preds = %201, %221
  %229 = phi i64 [ %203, %201 ], [ %227, %221 ]
  %230 = add nuw nsw i64 %202, 1
  %231 = icmp eq i64 %230, %167
  br i1 %231, label %232, label %201
232:                                              ; preds = %228, %166
  %233 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 2
  %234 = load ptr, ptr %233, align 8
  tail call void @Py_IncRef(ptr noundef %234)
  br label %235
235:                                              ; preds = %218, %215, %67, %71, %75, %46, %50, %54, %24, %28, %32, %232, %3, %16, %20
  %236 = phi i32 [ 0, %20 ], [ 0, %16 ], [ 0, %3 ], [ 1, %232 ], [ 0, %32 ], [ 0, %28 ], [ 0, %24 ], [ 0, %54 ], [ 0, %50 ], [ 0, %46 ], [ 0, %75 ], [ 0, %71 ], [ 0, %67 ], [ 0, %215 ], [ 0, %218 ]
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %6)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %5)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %4)
  ret i32 %236
}
declare i64 @PyLong_AsSsize_t(ptr noundef) local_unnamed_addr
declare i32 @memcmp(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr
define internal fastcc ptr @type_of(ptr noundef %0) unnamed_addr {
  %2 = alloca ptr, align 8
  %3 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 6
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 2
  %6 = load i32, ptr %5, align 8
  %7 = sext i32 %6 to i64
  %8 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 3
  %9 = load ptr, ptr %8, align 8
  %10 = ptrtoint ptr %4 to i64
  %11 = lshr i64 %10, 4
  %12 = xor i64 %11, %7
  %13 = icmp sgt i32 %6, 0
  br i1 %13, label %14, label %19
14:                                               ; preds = %1
  %15 = and i64 %7, 3
  %16 = icmp ult i32 %6, 4
  br i1 %16, label %48, label %17
17:                                               ; preds = %14
  %18 = and i64 %7, 2147483644
  br label %22
19:                                               ; preds = %1
  %20 = lshr i64 %12, 9
  %21 = xor i64 %20, %12
  br label %118
22:                                               ; preds = %22, %17
  %23 = phi i64 [ 0, %17 ], [ %45, %22 ]
  %24 = phi i64 [ %12, %17 ], [ %44, %22 ]
  %25 = phi i64 [ 0, %17 ], [ %46, %22 ]
  %26 = mul i64 %24, 31
  %27 = getelementptr inbounds i64, ptr %9, i64 %23
  %28 = load i64, ptr %27, align 8
  %29 = add i64 %28, %26
  %30 = or disjoint i64 %23, 1
  %31 = mul i64 %29, 31
  %32 = getelementptr inbounds i64, ptr %9, i64 %30
  %33 = load i64, ptr %32, align 8
  %34 = add i64 %33, %31
  %35 = or disjoint i64 %23, 2
  %36 = mul i64 %34, 31
  %37 = getelementptr inbounds i64, ptr %9, i64 %35
  %38 = load i64, ptr %37, align 8
  %39 = add i64 %38, %36
  %40 = or disjoint i64 %23, 3
  %41 = mul i64 %39, 31
  %42 = getelementptr inbounds i64, ptr %9, i64 %40
  %43 = load i64, ptr %42, align 8
  %44 = add i64 %43, %41
  %45 = add nuw nsw i64 %23, 4
  %46 = add i64 %25, 4
  %47 = icmp eq i64 %46, %18
  br i1 %47, label %48, label %22
48:                                               ; preds = %22, %14
  %49 = phi i64 [ undef, %14 ], [ %44, %22 ]
  %50 = phi i64 [ 0, %14 ], [ %45, %22 ]
  %51 = phi i64 [ %12, %14 ], [ %44, %22 ]
  %52 = icmp eq i64 %15, 0
  br i1 %52, label %64, label %53
53:                                               ; preds = %48, %53
  %54 = phi i64 [ %61, %53 ], [ %50, %48 ]
  %55 = phi i64 [ %60, %53 ], [ %51, %48 ]
  %56 = phi i64 [ %62, %53 ], [ 0, %48 ]
  %57 = mul i64 %55, 31
  %58 = getelementptr inbounds i64, ptr %9, i64 %54
  %59 = load i64, ptr %58, align 8
  %60 = add i64 %59, %57
  %61 = add nuw nsw i64 %54, 1
  %62 = add i64 %56, 1
  %63 = icmp eq i64 %62, %15
  br i1 %63, label %64, label %53
64:                                               ; preds = %53, %48
  %65 = phi i64 [ %49, %48 ], [ %60, %53 ]
  %66 = lshr i64 %65, 9
  %67 = and i64 %7, 3
  %68 = icmp ult i32 %6, 4
  br i1 %68, label %97, label %69
69:                                               ; preds = %64
  %70 = and i64 %7, 2147483644
  br label %71
71:                                               ; preds = %71, %69
  %72 = phi i64 [ 0, %69 ], [ %94, %71 ]
  %73 = phi i64 [ %12, %69 ], [ %93, %71 ]
  %74 = phi i64 [ 0, %69 ], [ %95, %71 ]
  %75 = mul i64 %73, 31
  %76 = getelementptr inbounds i64, ptr %9, i64 %72
  %77 = load i64, ptr %76, align 8
  %78 = add i64 %77, %75
  %79 = or disjoint i64 %72, 1
  %80 = mul i64 %78, 31
  %81 = getelementptr inbounds i64, ptr %9, i64 %79
  %82 = load i64, ptr %81, align 8
  %83 = add i64 %82, %80
  %84 = or disjoint i64 %72, 2
  %85 = mul i64 %83, 31
  %86 = getelementptr inbounds i64, ptr %9, i64 %84
  %87 = load i64, ptr %86, align 8
  %88 = add i64 %87, %85
  %89 = or disjoint i64 %72, 3
  %90 = mul i64 %88, 31
  %91 = getelementptr inbounds i64, ptr %9, i64 %89
  %92 = load i64, ptr %91, align 8
  %93 = add i64 %92, %90
  %94 = add nuw nsw i64 %72, 4
  %95 = add i64 %74, 4
  %96 = icmp eq i64 %95, %70
  br i1 %96, label %97, label %71
97:                                               ; preds = %71, %64
  %98 = phi i64 [ undef, %64 ], [ %93, %71 ]
  %99 = phi i64 [ 0, %64 ], [ %94, %71 ]
  %100 = phi i64 [ %12, %64 ], [ %93, %71 ]
  %101 = icmp eq i64 %67, 0
  br i1 %101, label %113, label %102
102:                                              ; preds = %97, %102
  %103 = phi i64 [ %110, %102 ], [ %99, %97 ]
  %104 = phi i64 [ %109, %102 ], [ %100, %97 ]
  %105 = phi i64 [ %111, %102 ], [ 0, %97 ]
  %106 = mul i64 %104, 31
  %107 = getelementptr inbounds i64, ptr %9, i64 %103
  %108 = load i64, ptr %107, align 8
  %109 = add i64 %108, %106
  %110 = add nuw nsw i64 %103, 1
  %111 = add i64 %105, 1
  %112 = icmp eq i64 %111, %67
  br i1 %112, label %113, label %102
113:                                              ; preds = %102, %97
  %114 = phi i64 [ %98, %97 ], [ %109, %102 ]
  %115 = xor i64 %66, %65
  %116 = lshr i64 %114, 9
  %117 = xor i64 %116, %114
  br label %118
118:                                              ; preds = %113, %19
  %119 = phi i64 [ %117, %113 ], [ %21, %19 ]
  %120 = phi i64 [ %115, %113 ], [ %21, %19 ]
  %121 = and i64 %120, 255
  %122 = and i64 %119, 255
  %123 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %122
  %124 = load ptr, ptr %123, align 8
  %125 = icmp eq ptr %124, %4
  br i1 %125, label %126, label %147
126:                                              ; preds = %118
  %127 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %122, i32 2
  %128 = load i64, ptr %127, align 8
  %129 = icmp eq i64 %128, %7
  %130 = and i1 %13, %129
  br i1 %130, label %133, label %131
131:                                              ; preds = %133, %126
  %132 = phi i1 [ %129, %126 ], [ %139, %133 ]
  br i1 %132, label %143, label %147
133:                                              ; preds = %126, %133
  %134 = phi i64 [ %140, %133 ], [ 0, %126 ]
  %135 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %122, i32 3, i64 %134
  %136 = load i64, ptr %135, align 8
  %137 = getelementptr inbounds i64, ptr %9, i64 %134
  %138 = load i64, ptr %137, align 8
  %139 = icmp eq i64 %136, %138
  %140 = add nuw nsw i64 %134, 1
  %141 = icmp slt i64 %140, %7
  %142 = select i1 %139, i1 %141, i1 false
  br i1 %142, label %133, label %131
143:                                              ; preds = %131
  %144 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %122, i32 1
  %145 = load ptr, ptr %144, align 8
  %146 = icmp eq ptr %145, null
  br i1 %146, label %147, label %194
147:                                              ; preds = %118, %131, %143
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2)
  store ptr %0, ptr %2, align 8
  %148 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 55), align 8
  %149 = call ptr @PyObject_Vectorcall(ptr noundef %148, ptr noundef nonnull %2, i64 noundef 1, ptr noundef null)
  %150 = icmp eq ptr %149, null
  br i1 %150, label %199, label %151
151:                                              ; preds = %147
  %152 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %121
  %153 = load ptr, ptr %152, align 8
  %154 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %121, i32 1
  %155 = load ptr, ptr %154, align 8
  %156 = load ptr, ptr %3, align 8
  store ptr %156, ptr %152, align 8
  call void @Py_IncRef(ptr noundef %156)
  store ptr %149, ptr %154, align 8
  %157 = load i32, ptr %5, align 8
  %158 = sext i32 %157 to i64
  %159 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %121, i32 2
  store i64 %158, ptr %159, align 8
  %160 = icmp sgt i32 %157, 0
  br i1 %160, label %161, label %180
161:                                              ; preds = %151
  %162 = load ptr, ptr %8, align 8
  %163 = icmp ult i32 %157, 4
  br i1 %163, label %178, label %164
164:                                              ; preds = %161
  %165 = and i64 %158, 2147483644
  br label %166
166:                                              ; preds = %166, %164
  %167 = phi i64 [ 0, %164 ], [ %174, %166 ]
  %168 = getelementptr inbounds i64, ptr %162, i64 %167
  %169 = getelementptr inbounds i64, ptr %168, i64 2
  %170 = load <2 x i64>, ptr %168, align 8
  %171 = load <2 x i64>, ptr %169, align 8
  %172 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %121, i32 3, i64 %167
  %173 = getelementptr inbounds i64, ptr %172, i64 2
  store <2 x i64> %170, ptr %172, align 8
  store <2 x i64> %171, ptr %173, align 8
  %174 = add nuw i64 %167, 4
  %175 = icmp eq i64 %174, %165
  br i1 %175, label %176, label %166
176:                                              ; preds = %166
  %177 = icmp eq i64 %165, %158
  br i1 %177, label %180, label %178
178:                                              ; preds = %161, %176
  %179 = phi i64 [ 0, %161 ], [ %165, %176 ]
  br label %187
180:                                              ; preds = %187, %176, %151
  %181 = icmp eq ptr %153, null
  br i1 %181, label %183, label %182
182:                                              ; preds = %180
  call void @Py_DecRef(ptr noundef nonnull %153)
  br label %183
183:                                              ; preds = %180, %182
  %184 = icmp eq ptr %155, null
  br i1 %184, label %186, label %185
185:                                              ; preds = %183
  call void @Py_DecRef(ptr noundef nonnull %155)
  br label %186
186:                                              ; preds = %183, %185
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2)
  br label %194
187:                                              ; preds = %178, %187
  %188 = phi i64 [ %192, %187 ], [ %179, %178 ]
  %189 = getelementptr inbounds i64, ptr %162, i64 %188
  %190 = load i64, ptr %189, align 8
  %191 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %121, i32 3, i64 %188
  store i64 %190, ptr %191, align 8
  %192 = add nuw nsw i64 %188, 1
  %193 = icmp eq i64 %192, %158
  br i1 %193, label %180, label %187
194:                                              ; preds = %186, %143
  %195 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %121, i32 1
  %196 = load ptr, ptr %195, align 8
  %197 = icmp eq ptr %196, @_Py_NoneStruct
  %198 = select i1 %197, ptr null, ptr %196
  br label %200
199:                                              ; preds = %147
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2)
  br label %200
200:                                              ; preds = %199, %194
  %201 = phi ptr [ %198, %194 ], [ null, %199 ]
  ret ptr %201
}
define internal fastcc ptr @take(ptr nocapture noundef %0, ptr noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i64 noundef %4, i64 noundef %5, ptr noundef %6, ptr noundef %7) unnamed_addr {
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = getelementptr inbounds %struct.Position, ptr %1, i64 0, i32 7
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %19, label %15
15:                                               ; preds = %8
  %16 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %114, label %19
19:                                               ; preds = %15, %8
  %20 = getelementptr inbounds %struct.Position, ptr %1, i64 0, i32 14
  %21 = load i64, ptr %20, align 8
  %22 = add nsw i64 %21, %5
  %23 = getelementptr inbounds %struct.Position, ptr %1, i64 0, i32 15
  %24 = load i64, ptr %23, align 8
  %25 = add nsw i64 %24, %4
  %26 = tail call fastcc i32 @reserve(ptr noundef %0, i64 noundef %22, i64 noundef %5, i64 noundef %25)
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %114, label %28
28:                                               ; preds = %19
  %29 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 15
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 18
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 21
  %34 = load i64, ptr %33, align 8
  %35 = icmp sgt i64 %4, 0
  br i1 %35, label %36, label %70
36:                                               ; preds = %28
  %37 = getelementptr inbounds %struct.Position, ptr %1, i64 0, i32 8
  %38 = getelementptr inbounds %struct.Position, ptr %1, i64 0, i32 16
  %39 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 20
  br label %40
40:                                               ; preds = %36, %67
  %41 = phi i64 [ 0, %36 ], [ %68, %67 ]
  %42 = getelementptr inbounds %struct.Operand, ptr %3, i64 %41
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, 2
  br i1 %44, label %45, label %51
45:                                               ; preds = %40
  %46 = getelementptr inbounds ptr, ptr %2, i64 %41
  %47 = load ptr, ptr %46, align 8
  %48 = tail call fastcc i32 @bind_leaf(ptr noundef %0, ptr noundef %47)
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %50, label %67
50:                                               ; preds = %45
  tail call fastcc void @undo(ptr noundef %0, i64 noundef %30, i64 noundef %32, i64 noundef %34)
  br label %114
51:                                               ; preds = %40
  %52 = load i64, ptr %37, align 8
  %53 = icmp eq i64 %52, 0
  br i1 %53, label %67, label %54
54:                                               ; preds = %51
  %55 = load ptr, ptr %38, align 8
  %56 = getelementptr inbounds %struct.Operand, ptr %55, i64 %41
  %57 = load i64, ptr %56, align 8
  %58 = add i64 %57, -4
  %59 = icmp ult i64 %58, 3
  br i1 %59, label %60, label %67
60:                                               ; preds = %54
  %61 = getelementptr inbounds ptr, ptr %2, i64 %41
  %62 = load ptr, ptr %61, align 8
  tail call void @Py_IncRef(ptr noundef %62)
  %63 = load ptr, ptr %39, align 8
  %64 = load i64, ptr %33, align 8
  %65 = add nsw i64 %64, 1
  store i64 %65, ptr %33, align 8
  %66 = getelementptr inbounds ptr, ptr %63, i64 %64
  store ptr %62, ptr %66, align 8
  br label %67
67:                                               ; preds = %54, %45, %60, %51
  %68 = add nuw nsw i64 %41, 1
  %69 = icmp eq i64 %68, %4
  br i1 %69, label %70, label %40
70:                                               ; preds = %67, %28
  %71 = getelementptr inbounds %struct.Position, ptr %1, i64 0, i32 8
  %72 = load i64, ptr %71, align 8
  %73 = icmp eq i64 %72, 0
  br i1 %73, label %110, label %74
74:                                               ; preds = %70
  %75 = load i64, ptr %23, align 8
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %110, label %77
77:                                               ; preds = %74
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9)
  store i64 0, ptr %9, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %11)
  %78 = getelementptr inbounds %struct.Position, ptr %1, i64 0, i32 17
  %79 = load ptr, ptr %78, align 8
  %80 = getelementptr inbounds %struct.Position, ptr %1, i64 0, i32 13
  %81 = load i64, ptr %80, align 8
  %82 = getelementptr inbounds %struct.Param, ptr %79, i64 %81
  %83 = icmp sgt i64 %81, 0
  br i1 %83, label %84, label %94
84:                                               ; preds = %77
  %85 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 20
  br label %86
86:                                               ; preds = %84, %95
  %87 = phi ptr [ %79, %84 ], [ %96, %95 ]
  %88 = call i32 @PyDict_Next(ptr noundef %6, ptr noundef nonnull %9, ptr noundef nonnull %10, ptr noundef nonnull %11)
  %89 = icmp eq i32 %88, 0
  br i1 %89, label %94, label %90
90:                                               ; preds = %86
  %91 = getelementptr inbounds %struct.Param, ptr %87, i64 0, i32 3
  %92 = load i64, ptr %91, align 8
  %93 = icmp sgt i64 %92, 0
  br i1 %93, label %98, label %95
94:                                               ; preds = %86, %95, %77
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9)
  br label %110
95:                                               ; preds = %98, %90
  %96 = getelementptr inbounds %struct.Param, ptr %87, i64 1
  %97 = icmp ult ptr %96, %82
  br i1 %97, label %86, label %94
98:                                               ; preds = %90, %98
  %99 = phi i64 [ %107, %98 ], [ 0, %90 ]
  %100 = load ptr, ptr %11, align 8
  %101 = getelementptr inbounds %struct.Tuple, ptr %100, i64 0, i32 2, i64 %99
  %102 = load ptr, ptr %101, align 8
  call void @Py_IncRef(ptr noundef %102)
  %103 = load ptr, ptr %85, align 8
  %104 = load i64, ptr %33, align 8
  %105 = add nsw i64 %104, 1
  store i64 %105, ptr %33, align 8
  %106 = getelementptr inbounds ptr, ptr %103, i64 %104
  store ptr %102, ptr %106, align 8
  %107 = add nuw nsw i64 %99, 1
  %108 = load i64, ptr %91, align 8
  %109 = icmp slt i64 %107, %108
  br i1 %109, label %98, label %95
110:                                              ; preds = %94, %74, %70
  %111 = call fastcc ptr @step_to(ptr noundef %0, ptr noundef %1, ptr noundef %7)
  %112 = icmp eq ptr %111, null
  br i1 %112, label %113, label %114
113:                                              ; preds = %110
  call fastcc void @undo(ptr noundef %0, i64 noundef %30, i64 noundef %32, i64 noundef %34)
  br label %114
114:                                              ; preds = %50, %110, %113, %19, %15
  %115 = phi ptr [ null, %15 ], [ null, %19 ], [ null, %50 ], [ null, %113 ], [ %111, %110 ]
  ret ptr %115
}
define internal fastcc noundef i32 @read_view(ptr nocapture noundef %0, ptr nocapture noundef %1) unnamed_addr {
  %3 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 6
  %4 = load ptr, ptr %3, align 8
  %5 = icmp ne ptr %4, null
  %6 = icmp ne ptr %4, @_Py_NoneStruct
  %7 = and i1 %5, %6
  br i1 %7, label %8, label %75
8:                                                ; preds = %2
  %9 = getelementptr inbounds %struct.Object, ptr %4, i64 0, i32 1
  %10 = load ptr, ptr %9, align 8
  %11 = icmp eq ptr %10, @PyTuple_Type
  br i1 %11, label %12, label %75
12:                                               ; preds = %8
  %13 = getelementptr inbounds %struct.Tuple, ptr %4, i64 0, i32 1
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, 1
  br i1 %15, label %16, label %75
16:                                               ; preds = %12
  %17 = getelementptr inbounds %struct.Tuple, ptr %4, i64 0, i32 2
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 5
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds %struct.Handle, ptr %20, i64 0, i32 5
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  %24 = icmp eq ptr %22, @_Py_NoneStruct
  %25 = or i1 %23, %24
  br i1 %25, label %30, label %26
26:                                               ; preds = %16
  %27 = getelementptr inbounds %struct.Handle, ptr %20, i64 0, i32 7
  %28 = load i64, ptr %27, align 8
  %29 = icmp eq i64 %28, -1
  br i1 %29, label %30, label %75
30:                                               ; preds = %26, %16
  br label %31
31:                                               ; preds = %30, %31
  %32 = phi ptr [ %34, %31 ], [ %1, %30 ]
  %33 = getelementptr inbounds %struct.Handle, ptr %32, i64 0, i32 5
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  %36 = icmp eq ptr %34, @_Py_NoneStruct
  %37 = or i1 %35, %36
  br i1 %37, label %38, label %31
38:                                               ; preds = %31
  %39 = getelementptr inbounds %struct.Handle, ptr %32, i64 0, i32 7
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr inbounds %struct.Tuple, ptr %18, i64 0, i32 2
  %42 = getelementptr inbounds %struct.Tuple, ptr %18, i64 1, i32 0, i32 1
  %43 = load ptr, ptr %42, align 8
  %44 = tail call i64 @PyDict_Size(ptr noundef %43)
  %45 = icmp eq i64 %44, 0
  br i1 %45, label %48, label %46
46:                                               ; preds = %38
  %47 = load ptr, ptr %42, align 8
  br label %48
48:                                               ; preds = %38, %46
  %49 = phi ptr [ %47, %46 ], [ null, %38 ]
  %50 = load ptr, ptr %41, align 8
  %51 = tail call fastcc ptr @follow(ptr noundef %0, ptr noundef %50, ptr noundef nonnull %19, i64 noundef 1, ptr noundef %49, i64 noundef 1, ptr noundef null)
  %52 = icmp eq ptr %51, null
  br i1 %52, label %75, label %53
53:                                               ; preds = %48
  %54 = getelementptr inbounds %struct.Handle, ptr %51, i64 0, i32 1
  %55 = load i64, ptr %54, align 8
  %56 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 1
  store i64 %55, ptr %56, align 8
  %57 = getelementptr inbounds %struct.Handle, ptr %51, i64 0, i32 2
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 2
  store i64 %58, ptr %59, align 8
  %60 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 8
  store i64 %40, ptr %60, align 8
  %61 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 14
  %62 = load ptr, ptr %61, align 8
  %63 = load i64, ptr %57, align 8
  %64 = getelementptr inbounds %struct.Slot, ptr %62, i64 %63
  store ptr null, ptr %64, align 8
  %65 = load i64, ptr %51, align 8
  %66 = add nsw i64 %65, -1
  store i64 %66, ptr %51, align 8
  %67 = icmp eq i64 %66, 0
  br i1 %67, label %68, label %70
68:                                               ; preds = %53
  tail call void @_Py_Dealloc(ptr noundef nonnull %51)
  %69 = load i64, ptr %51, align 8
  br label %70
70:                                               ; preds = %53, %68
  %71 = phi i64 [ %66, %53 ], [ %69, %68 ]
  %72 = add nsw i64 %71, -1
  store i64 %72, ptr %51, align 8
  %73 = icmp eq i64 %72, 0
  br i1 %73, label %74, label %75
74:                                               ; preds = %70
  tail call void @_Py_Dealloc(ptr noundef nonnull %51)
  br label %75
75:                                               ; preds = %74, %70, %26, %48, %2, %8, %12
  %76 = phi i32 [ 0, %12 ], [ 0, %8 ], [ 0, %2 ], [ 0, %26 ], [ 0, %48 ], [ 1, %70 ], [ 1, %74 ]
  ret i32 %76
}
define internal fastcc i32 @made_of(ptr noundef %0) unnamed_addr {
  %2 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds %struct.Type, ptr %3, i64 0, i32 5
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, @handle_dealloc
  br i1 %6, label %51, label %7
7:                                                ; preds = %1
  %8 = icmp eq ptr %3, @PyList_Type
  %9 = icmp eq ptr %3, @PyTuple_Type
  %10 = or i1 %8, %9
  br i1 %10, label %11, label %38
11:                                               ; preds = %7
  %12 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 1
  %13 = load i64, ptr %12, align 8
  %14 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %15 = icmp sgt i64 %13, %14
  br i1 %15, label %51, label %16
16:                                               ; preds = %11
  %17 = icmp sgt i64 %13, 0
  br i1 %17, label %18, label %51
18:                                               ; preds = %16
  %19 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 2
  br label %20
20:                                               ; preds = %18, %33
  %21 = phi i64 [ 0, %18 ], [ %35, %33 ]
  %22 = phi i32 [ 0, %18 ], [ %34, %33 ]
  %23 = load ptr, ptr %2, align 8
  %24 = icmp eq ptr %23, @PyTuple_Type
  br i1 %24, label %27, label %25
25:                                               ; preds = %20
  %26 = load ptr, ptr %19, align 8
  br label %27
27:                                               ; preds = %20, %25
  %28 = phi ptr [ %26, %25 ], [ %19, %20 ]
  %29 = getelementptr inbounds ptr, ptr %28, i64 %21
  %30 = load ptr, ptr %29, align 8
  %31 = tail call fastcc i32 @made_of(ptr noundef %30)
  %32 = icmp sgt i32 %31, -1
  br i1 %32, label %33, label %51
33:                                               ; preds = %27
  %34 = or i32 %31, %22
  %35 = add nuw nsw i64 %21, 1
  %36 = load i64, ptr %12, align 8
  %37 = icmp slt i64 %35, %36
  br i1 %37, label %20, label %51
38:                                               ; preds = %7
  %39 = tail call fastcc i32 @is_known(ptr noundef nonnull %0)
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %41, label %51
41:                                               ; preds = %38
  %42 = load ptr, ptr %2, align 8
  %43 = icmp eq ptr %42, @PySlice_Type
  %44 = icmp eq ptr %0, @_Py_EllipsisObject
  %45 = or i1 %44, %43
  br i1 %45, label %51, label %46
46:                                               ; preds = %41
  %47 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 35), align 8
  %48 = tail call i32 @PyType_IsSubtype(ptr noundef %42, ptr noundef %47)
  %49 = icmp eq i32 %48, 0
  %50 = sext i1 %49 to i32
  br label %51
51:                                               ; preds = %27, %33, %16, %38, %41, %46, %11, %1
  %52 = phi i32 [ 1, %1 ], [ -1, %11 ], [ 0, %41 ], [ 0, %38 ], [ %50, %46 ], [ 0, %16 ], [ -1, %27 ], [ %34, %33 ]
  ret i32 %52
}
define internal fastcc ptr @as_numpy(ptr nocapture noundef readonly %0, ptr noundef %1, i64 noundef %2, i32 noundef %3) unnamed_addr {
  %5 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %6 = load ptr, ptr %5, align 8
  %7 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %8 = icmp eq ptr %6, %7
  br i1 %8, label %9, label %280
9:                                                ; preds = %4
  %10 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 5
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %11, null
  %13 = icmp eq ptr %11, @_Py_NoneStruct
  %14 = or i1 %12, %13
  %15 = select i1 %14, ptr %1, ptr %11
  %16 = getelementptr inbounds %struct.Handle, ptr %15, i64 0, i32 4
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %17, null
  %19 = icmp eq ptr %17, @_Py_NoneStruct
  %20 = or i1 %18, %19
  br i1 %20, label %280, label %21
21:                                               ; preds = %9
  %22 = getelementptr inbounds %struct.Handle, ptr %15, i64 0, i32 1
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %23, %25
  br i1 %26, label %280, label %27
27:                                               ; preds = %21
  %28 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %31, label %280
31:                                               ; preds = %27
  %32 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %33 = tail call fastcc ptr @place_of(ptr noundef nonnull %1)
  %34 = icmp eq ptr %33, null
  br i1 %34, label %280, label %35
35:                                               ; preds = %31
  %36 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %37 = icmp eq i64 %36, %32
  br i1 %37, label %82, label %38
38:                                               ; preds = %35
  %39 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 3
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 5
  %42 = load i64, ptr %41, align 8
  %43 = or i64 %42, %40
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %45, label %280
45:                                               ; preds = %38
  %46 = load ptr, ptr %10, align 8
  %47 = icmp eq ptr %46, null
  %48 = icmp eq ptr %46, @_Py_NoneStruct
  %49 = or i1 %47, %48
  %50 = select i1 %49, ptr %1, ptr %46
  %51 = getelementptr inbounds %struct.Handle, ptr %50, i64 0, i32 4
  %52 = load ptr, ptr %51, align 8
  %53 = icmp eq ptr %52, null
  %54 = icmp eq ptr %52, @_Py_NoneStruct
  %55 = or i1 %53, %54
  br i1 %55, label %280, label %56
56:                                               ; preds = %45
  %57 = getelementptr inbounds %struct.Handle, ptr %50, i64 0, i32 1
  %58 = load i64, ptr %57, align 8
  %59 = load i64, ptr %24, align 8
  %60 = icmp eq i64 %58, %59
  br i1 %60, label %280, label %61
61:                                               ; preds = %56
  %62 = load i64, ptr %28, align 8
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %64, label %280
64:                                               ; preds = %61
  %65 = load ptr, ptr %33, align 8
  br i1 %49, label %73, label %66
66:                                               ; preds = %64
  %67 = getelementptr inbounds %struct.Handle, ptr %46, i64 0, i32 3
  %68 = load ptr, ptr %67, align 8
  %69 = icmp eq ptr %65, %68
  br i1 %69, label %70, label %280
70:                                               ; preds = %66
  %71 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 6
  %72 = load ptr, ptr %71, align 8
  br label %77
73:                                               ; preds = %64
  %74 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 3
  %75 = load ptr, ptr %74, align 8
  %76 = icmp eq ptr %65, %75
  br i1 %76, label %77, label %280
77:                                               ; preds = %73, %70
  %78 = phi ptr [ %72, %70 ], [ null, %73 ]
  %79 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 1
  %80 = load ptr, ptr %79, align 8
  %81 = icmp eq ptr %80, %78
  br i1 %81, label %82, label %280
82:                                               ; preds = %77, %35
  %83 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 7
  %84 = load i64, ptr %83, align 8
  %85 = icmp sgt i64 %84, 0
  br i1 %85, label %86, label %106
86:                                               ; preds = %82
  %87 = and i64 %84, 7
  %88 = icmp ult i64 %84, 8
  br i1 %88, label %91, label %89
89:                                               ; preds = %86
  %90 = and i64 %84, 9223372036854775800
  br label %109
91:                                               ; preds = %109, %86
  %92 = phi i64 [ undef, %86 ], [ %143, %109 ]
  %93 = phi i64 [ 0, %86 ], [ %144, %109 ]
  %94 = phi i64 [ 1, %86 ], [ %143, %109 ]
  %95 = icmp eq i64 %87, 0
  br i1 %95, label %106, label %96
96:                                               ; preds = %91, %96
  %97 = phi i64 [ %103, %96 ], [ %93, %91 ]
  %98 = phi i64 [ %102, %96 ], [ %94, %91 ]
  %99 = phi i64 [ %104, %96 ], [ 0, %91 ]
  %100 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8, i64 %97
  %101 = load i64, ptr %100, align 8
  %102 = mul nsw i64 %101, %98
  %103 = add nuw nsw i64 %97, 1
  %104 = add i64 %99, 1
  %105 = icmp eq i64 %104, %87
  br i1 %105, label %106, label %96
106:                                              ; preds = %91, %96, %82
  %107 = phi i64 [ 1, %82 ], [ %92, %91 ], [ %102, %96 ]
  %108 = icmp sgt i64 %107, %2
  br i1 %108, label %280, label %147
109:                                              ; preds = %109, %89
  %110 = phi i64 [ 0, %89 ], [ %144, %109 ]
  %111 = phi i64 [ 1, %89 ], [ %143, %109 ]
  %112 = phi i64 [ 0, %89 ], [ %145, %109 ]
  %113 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8, i64 %110
  %114 = load i64, ptr %113, align 8
  %115 = mul nsw i64 %114, %111
  %116 = or disjoint i64 %110, 1
  %117 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8, i64 %116
  %118 = load i64, ptr %117, align 8
  %119 = mul nsw i64 %118, %115
  %120 = or disjoint i64 %110, 2
  %121 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8, i64 %120
  %122 = load i64, ptr %121, align 8
  %123 = mul nsw i64 %122, %119
  %124 = or disjoint i64 %110, 3
  %125 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8, i64 %124
  %126 = load i64, ptr %125, align 8
  %127 = mul nsw i64 %126, %123
  %128 = or disjoint i64 %110, 4
  %129 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8, i64 %128
  %130 = load i64, ptr %129, align 8
  %131 = mul nsw i64 %130, %127
  %132 = or disjoint i64 %110, 5
  %133 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8, i64 %132
  %134 = load i64, ptr %133, align 8
  %135 = mul nsw i64 %134, %131
  %136 = or disjoint i64 %110, 6
  %137 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8, i64 %136
  %138 = load i64, ptr %137, align 8
  %139 = mul nsw i64 %138, %135
  %140 = or disjoint i64 %110, 7
  %141 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8, i64 %140
  %142 = load i64, ptr %141, align 8
  %143 = mul nsw i64 %142, %139
  %144 = add nuw nsw i64 %110, 8
  %145 = add i64 %112, 8
  %146 = icmp eq i64 %145, %90
  br i1 %146, label %91, label %109
147:                                              ; preds = %106
  %148 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 3
  %149 = load ptr, ptr %148, align 8
  %150 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 62), align 8
  %151 = getelementptr inbounds i8, ptr %149, i64 %150
  %152 = load ptr, ptr %151, align 8
  %153 = load ptr, ptr %10, align 8
  %154 = icmp eq ptr %153, null
  %155 = icmp eq ptr %153, @_Py_NoneStruct
  %156 = or i1 %154, %155
  %157 = select i1 %156, ptr %1, ptr %153
  %158 = getelementptr inbounds %struct.Handle, ptr %157, i64 0, i32 4
  %159 = load ptr, ptr %158, align 8
  %160 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %161 = getelementptr inbounds i8, ptr %159, i64 %160
  %162 = load ptr, ptr %161, align 8
  %163 = tail call i64 @PyLong_AsSsize_t(ptr noundef %162)
  %164 = inttoptr i64 %163 to ptr
  %165 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 6
  %166 = load i64, ptr %165, align 8
  %167 = getelementptr inbounds i8, ptr %164, i64 %166
  %168 = load ptr, ptr %10, align 8
  %169 = icmp eq ptr %168, null
  %170 = icmp eq ptr %168, @_Py_NoneStruct
  %171 = or i1 %169, %170
  %172 = select i1 %171, ptr %1, ptr %168
  %173 = getelementptr inbounds %struct.Handle, ptr %172, i64 0, i32 4
  %174 = load ptr, ptr %173, align 8
  tail call void @Py_IncRef(ptr noundef %152)
  %175 = load i64, ptr %83, align 8
  %176 = getelementptr inbounds [5 x %struct.anon.2], ptr @idle, i64 0, i64 %175, i32 1
  %177 = load i64, ptr %176, align 8
  %178 = icmp eq i64 %177, 0
  br i1 %178, label %266, label %179
179:                                              ; preds = %147
  %180 = getelementptr inbounds [5 x %struct.anon.2], ptr @idle, i64 0, i64 %175
  %181 = add nsw i64 %177, -1
  store i64 %181, ptr %176, align 8
  %182 = getelementptr inbounds [8 x ptr], ptr %180, i64 0, i64 %181
  %183 = load ptr, ptr %182, align 8
  %184 = icmp sgt i64 %175, 0
  br i1 %184, label %185, label %188
185:                                              ; preds = %179
  %186 = getelementptr inbounds %struct.Array, ptr %183, i64 0, i32 3
  %187 = getelementptr inbounds %struct.Array, ptr %183, i64 0, i32 4
  br label %253
188:                                              ; preds = %253, %179
  tail call void @Py_IncRef(ptr noundef %174)
  %189 = getelementptr inbounds %struct.Array, ptr %183, i64 0, i32 1
  store ptr %167, ptr %189, align 8
  %190 = getelementptr inbounds %struct.Array, ptr %183, i64 0, i32 5
  store ptr %174, ptr %190, align 8
  %191 = getelementptr inbounds %struct.Array, ptr %183, i64 0, i32 6
  store ptr %152, ptr %191, align 8
  %192 = load i64, ptr %83, align 8
  %193 = icmp sgt i64 %192, 0
  br i1 %193, label %194, label %248
194:                                              ; preds = %188
  %195 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 5
  %196 = load i64, ptr %195, align 8
  br label %197
197:                                              ; preds = %226, %194
  %198 = phi i64 [ %230, %226 ], [ 0, %194 ]
  %199 = phi i32 [ %227, %226 ], [ 3, %194 ]
  %200 = phi i64 [ %228, %226 ], [ %196, %194 ]
  %201 = phi i64 [ %229, %226 ], [ %196, %194 ]
  %202 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8, i64 %198
  %203 = load i64, ptr %202, align 8
  %204 = icmp eq i64 %203, 0
  br i1 %204, label %248, label %205
205:                                              ; preds = %197
  %206 = xor i64 %198, -1
  %207 = add nsw i64 %192, %206
  %208 = icmp eq i64 %203, 1
  br i1 %208, label %215, label %209
209:                                              ; preds = %205
  %210 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 9, i64 %198
  %211 = load i64, ptr %210, align 8
  %212 = icmp eq i64 %211, %200
  %213 = and i32 %199, -3
  %214 = select i1 %212, i32 %199, i32 %213
  br label %215
215:                                              ; preds = %209, %205
  %216 = phi i32 [ %199, %205 ], [ %214, %209 ]
  %217 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8, i64 %207
  %218 = load i64, ptr %217, align 8
  %219 = icmp eq i64 %218, 1
  br i1 %219, label %226, label %220
220:                                              ; preds = %215
  %221 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 9, i64 %207
  %222 = load i64, ptr %221, align 8
  %223 = icmp eq i64 %222, %201
  %224 = and i32 %216, -2
  %225 = select i1 %223, i32 %216, i32 %224
  br label %226
226:                                              ; preds = %220, %215
  %227 = phi i32 [ %216, %215 ], [ %225, %220 ]
  %228 = mul nsw i64 %203, %200
  %229 = mul nsw i64 %218, %201
  %230 = add nuw nsw i64 %198, 1
  %231 = icmp eq i64 %230, %192
  br i1 %231, label %232, label %197
232:                                              ; preds = %226
  %233 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8, i64 0
  %234 = load i64, ptr %233, align 8
  %235 = icmp eq i64 %234, 0
  br i1 %235, label %248, label %236
236:                                              ; preds = %232, %240
  %237 = phi i64 [ %238, %240 ], [ 0, %232 ]
  %238 = add nuw nsw i64 %237, 1
  %239 = icmp eq i64 %238, %192
  br i1 %239, label %244, label %240
240:                                              ; preds = %236
  %241 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8, i64 %238
  %242 = load i64, ptr %241, align 8
  %243 = icmp eq i64 %242, 0
  br i1 %243, label %244, label %236
244:                                              ; preds = %240, %236
  %245 = phi i64 [ %238, %240 ], [ %192, %236 ]
  %246 = icmp slt i64 %245, %192
  %247 = select i1 %246, i32 3, i32 %227
  br label %248
248:                                              ; preds = %197, %244, %232, %188
  %249 = phi i32 [ 3, %188 ], [ 3, %232 ], [ %247, %244 ], [ 3, %197 ]
  %250 = or i32 %249, %3
  %251 = or i32 %250, 256
  %252 = getelementptr inbounds %struct.Array, ptr %183, i64 0, i32 7
  store i32 %251, ptr %252, align 8
  br label %280
253:                                              ; preds = %253, %185
  %254 = phi i64 [ 0, %185 ], [ %263, %253 ]
  %255 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8, i64 %254
  %256 = load i64, ptr %255, align 8
  %257 = load ptr, ptr %186, align 8
  %258 = getelementptr inbounds i64, ptr %257, i64 %254
  store i64 %256, ptr %258, align 8
  %259 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 9, i64 %254
  %260 = load i64, ptr %259, align 8
  %261 = load ptr, ptr %187, align 8
  %262 = getelementptr inbounds i64, ptr %261, i64 %254
  store i64 %260, ptr %262, align 8
  %263 = add nuw nsw i64 %254, 1
  %264 = load i64, ptr %83, align 8
  %265 = icmp slt i64 %263, %264
  br i1 %265, label %253, label %188
266:                                              ; preds = %147
  %267 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 64), align 8
  %268 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 58), align 8
  %269 = trunc i64 %175 to i32
  %270 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 8
  %271 = getelementptr inbounds %struct.Place, ptr %33, i64 0, i32 9
  %272 = or i32 %3, 256
  %273 = tail call ptr %267(ptr noundef %268, ptr noundef %152, i32 noundef %269, ptr noundef nonnull %270, ptr noundef nonnull %271, ptr noundef %167, i32 noundef %272, ptr noundef null)
  %274 = icmp eq ptr %273, null
  br i1 %274, label %280, label %275
275:                                              ; preds = %266
  tail call void @Py_IncRef(ptr noundef %174)
  %276 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 65), align 8
  %277 = tail call i32 %276(ptr noundef nonnull %273, ptr noundef %174)
  %278 = icmp slt i32 %277, 0
  br i1 %278, label %279, label %280
279:                                              ; preds = %275
  tail call void @Py_DecRef(ptr noundef nonnull %273)
  br label %280
280:                                              ; preds = %73, %66, %45, %56, %38, %61, %77, %9, %21, %279, %275, %266, %248, %31, %106, %4, %27
  %281 = phi ptr [ null, %27 ], [ null, %4 ], [ null, %31 ], [ null, %106 ], [ %183, %248 ], [ null, %279 ], [ null, %266 ], [ %273, %275 ], [ null, %21 ], [ null, %9 ], [ null, %77 ], [ null, %61 ], [ null, %38 ], [ null, %56 ], [ null, %45 ], [ null, %66 ], [ null, %73 ]
  ret ptr %281
}
define internal fastcc ptr @as_argument(ptr nocapture noundef readonly %0, ptr noundef %1, i32 noundef %2) unnamed_addr {
  %4 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds %struct.Type, ptr %5, i64 0, i32 5
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, @handle_dealloc
  br i1 %8, label %9, label %17
9:                                                ; preds = %3
  %10 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 6), align 8
  %11 = icmp eq ptr %5, %10
  br i1 %11, label %12, label %14
12:                                               ; preds = %9
  %13 = tail call fastcc ptr @number_at_hand(ptr noundef %0, ptr noundef nonnull %1)
  br label %72
14:                                               ; preds = %9
  %15 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %16 = tail call fastcc ptr @as_numpy(ptr noundef %0, ptr noundef nonnull %1, i64 noundef %15, i32 noundef %2)
  br label %72
17:                                               ; preds = %3
  %18 = icmp eq ptr %5, @PyList_Type
  %19 = icmp eq ptr %5, @PyTuple_Type
  %20 = or i1 %18, %19
  br i1 %20, label %21, label %24
21:                                               ; preds = %17
  %22 = tail call fastcc i32 @made_of(ptr noundef nonnull %1)
  %23 = icmp slt i32 %22, 1
  br i1 %23, label %24, label %25
24:                                               ; preds = %17, %21
  tail call void @Py_IncRef(ptr noundef nonnull %1)
  br label %72
25:                                               ; preds = %21
  %26 = getelementptr inbounds %struct.List, ptr %1, i64 0, i32 1
  %27 = load i64, ptr %26, align 8
  %28 = load ptr, ptr %4, align 8
  %29 = icmp eq ptr %28, @PyList_Type
  %30 = select i1 %29, ptr @PyList_New, ptr @PyTuple_New
  %31 = tail call i32 @PyGC_Disable()
  %32 = tail call ptr %30(i64 noundef %27)
  %33 = icmp eq i32 %31, 0
  br i1 %33, label %36, label %34
34:                                               ; preds = %25
  %35 = tail call i32 @PyGC_Enable()
  br label %36
36:                                               ; preds = %25, %34
  %37 = icmp ne ptr %32, null
  %38 = icmp sgt i64 %27, 0
  %39 = select i1 %37, i1 %38, i1 false
  br i1 %39, label %40, label %72
40:                                               ; preds = %36
  %41 = getelementptr inbounds %struct.List, ptr %1, i64 0, i32 2
  %42 = getelementptr inbounds %struct.List, ptr %32, i64 0, i32 2
  br label %44
43:                                               ; preds = %65
  br i1 %67, label %72, label %71
44:                                               ; preds = %40, %65
  %45 = phi i64 [ 0, %40 ], [ %68, %65 ]
  %46 = load i64, ptr %26, align 8
  %47 = icmp slt i64 %45, %46
  br i1 %47, label %48, label %58
48:                                               ; preds = %44
  %49 = load ptr, ptr %4, align 8
  %50 = icmp eq ptr %49, @PyTuple_Type
  br i1 %50, label %53, label %51
51:                                               ; preds = %48
  %52 = load ptr, ptr %41, align 8
  br label %53
53:                                               ; preds = %48, %51
  %54 = phi ptr [ %52, %51 ], [ %41, %48 ]
  %55 = getelementptr inbounds ptr, ptr %54, i64 %45
  %56 = load ptr, ptr %55, align 8
  %57 = tail call fastcc ptr @as_argument(ptr noundef %0, ptr noundef %56, i32 noundef %2)
  br label %58
58:                                               ; preds = %44, %53
  %59 = phi ptr [ %57, %53 ], [ null, %44 ]
  br i1 %29, label %60, label %63
60:                                               ; preds = %58
  %61 = load ptr, ptr %42, align 8
  %62 = getelementptr inbounds ptr, ptr %61, i64 %45
  br label %65
63:                                               ; preds = %58
  %64 = getelementptr inbounds %struct.Tuple, ptr %32, i64 0, i32 2, i64 %45
  br label %65
65:                                               ; preds = %63, %60
  %66 = phi ptr [ %64, %63 ], [ %62, %60 ]
  store ptr %59, ptr %66, align 8
  %67 = icmp ne ptr %59, null
  %68 = add nuw nsw i64 %45, 1
  %69 = icmp slt i64 %68, %27
  %70 = select i1 %67, i1 %69, i1 false
  br i1 %70, label %44, label %43
71:                                               ; preds = %43
  tail call void @Py_DecRef(ptr noundef nonnull %32)
  br label %72
72:                                               ; preds = %36, %43, %71, %12, %14, %24
  %73 = phi ptr [ %1, %24 ], [ %13, %12 ], [ %16, %14 ], [ %32, %43 ], [ null, %71 ], [ %32, %36 ]
  ret ptr %73
}
declare ptr @PyObject_GetItem(ptr noundef, ptr noundef) local_unnamed_addr
define internal fastcc void @pass_over() unnamed_addr {
  %1 = tail call ptr @PyErr_Occurred()
  %2 = icmp eq ptr %1, null
  br i1 %2, label %8, label %3
3:                                                ; preds = %0
  %4 = load ptr, ptr @PyExc_Exception, align 8
  %5 = tail call i32 @PyErr_ExceptionMatches(ptr noundef %4)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7
7:                                                ; preds = %3
  tail call void @PyErr_Clear()
  br label %8
8:                                                ; preds = %7, %3, %0
  ret void
}
define internal fastcc void @give_back(ptr noundef %0) unnamed_addr {
  %2 = icmp eq ptr %0, null
  br i1 %2, label %71, label %3
3:                                                ; preds = %1
  %4 = load i64, ptr %0, align 8
  %5 = icmp sgt i64 %4, 1
  br i1 %5, label %69, label %6
6:                                                ; preds = %3
  %7 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %8 = load ptr, ptr %7, align 8
  %9 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 58), align 8
  %10 = icmp eq ptr %8, %9
  br i1 %10, label %11, label %46
11:                                               ; preds = %6
  %12 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 2
  %13 = load i32, ptr %12, align 8
  %14 = icmp slt i32 %13, 5
  br i1 %14, label %15, label %46
15:                                               ; preds = %11
  %16 = sext i32 %13 to i64
  %17 = getelementptr inbounds [5 x %struct.anon.2], ptr @idle, i64 0, i64 %16, i32 1
  %18 = load i64, ptr %17, align 8
  %19 = icmp slt i64 %18, 8
  br i1 %19, label %20, label %46
20:                                               ; preds = %15
  %21 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 5
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %46, label %24
24:                                               ; preds = %20
  %25 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 6
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %46, label %28
28:                                               ; preds = %24
  %29 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 7
  %30 = load i32, ptr %29, align 8
  %31 = and i32 %30, 4
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %33, label %46
33:                                               ; preds = %28
  %34 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 8
  %35 = load ptr, ptr %34, align 8
  %36 = icmp eq ptr %35, null
  br i1 %36, label %37, label %46
37:                                               ; preds = %33
  %38 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 9
  %39 = load ptr, ptr %38, align 8
  %40 = icmp eq ptr %39, null
  br i1 %40, label %41, label %46
41:                                               ; preds = %37
  store ptr null, ptr %25, align 8
  store ptr null, ptr %21, align 8
  %42 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 1
  store ptr null, ptr %42, align 8
  %43 = getelementptr inbounds [5 x %struct.anon.2], ptr @idle, i64 0, i64 %16
  %44 = add nsw i64 %18, 1
  store i64 %44, ptr %17, align 8
  %45 = getelementptr inbounds [8 x ptr], ptr %43, i64 0, i64 %18
  store ptr %0, ptr %45, align 8
  tail call void @Py_DecRef(ptr noundef nonnull %22)
  br label %69
46:                                               ; preds = %37, %33, %28, %24, %20, %15, %11, %6
  %47 = icmp eq ptr %8, @PyList_Type
  %48 = icmp eq ptr %8, @PyTuple_Type
  %49 = or i1 %47, %48
  br i1 %49, label %50, label %69
50:                                               ; preds = %46
  %51 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 1
  %52 = load i64, ptr %51, align 8
  %53 = icmp sgt i64 %52, 0
  br i1 %53, label %54, label %69
54:                                               ; preds = %50
  %55 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 2
  br label %56
56:                                               ; preds = %54, %62
  %57 = phi i64 [ 0, %54 ], [ %66, %62 ]
  %58 = load ptr, ptr %7, align 8
  %59 = icmp eq ptr %58, @PyTuple_Type
  br i1 %59, label %62, label %60
60:                                               ; preds = %56
  %61 = load ptr, ptr %55, align 8
  br label %62
62:                                               ; preds = %56, %60
  %63 = phi ptr [ %61, %60 ], [ %55, %56 ]
  %64 = getelementptr inbounds ptr, ptr %63, i64 %57
  %65 = load ptr, ptr %64, align 8
  store ptr null, ptr %64, align 8
  tail call fastcc void @give_back(ptr noundef %65)
  %66 = add nuw nsw i64 %57, 1
  %67 = load i64, ptr %51, align 8
  %68 = icmp slt i64 %66, %67
  br i1 %68, label %56, label %69
69:                                               ; preds = %62, %46, %50, %3, %41
  %70 = phi ptr [ %26, %41 ], [ %0, %3 ], [ %0, %50 ], [ %0, %46 ], [ %0, %62 ]
  tail call void @Py_DecRef(ptr noundef nonnull %70)
  br label %71
71:                                               ; preds = %69, %1
  ret void
}
define internal fastcc ptr @from_numpy(ptr noundef %0) unnamed_addr {
  %2 = alloca ptr, align 8
  %3 = alloca %struct.Grid, align 8
  store ptr %0, ptr %2, align 8
  %4 = icmp eq ptr %0, null
  br i1 %4, label %231, label %5
5:                                                ; preds = %1
  %6 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 58), align 8
  %9 = icmp eq ptr %7, %8
  br i1 %9, label %10, label %178
10:                                               ; preds = %5
  call void @llvm.lifetime.start.p0(i64 168, ptr nonnull %3)
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(168) %11, i8 0, i64 160, i1 false)
  %12 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 2
  %13 = load i32, ptr %12, align 8
  %14 = sext i32 %13 to i64
  store i64 %14, ptr %3, align 8
  %15 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 2
  store i64 1, ptr %15, align 8
  %16 = icmp sgt i32 %13, 0
  br i1 %16, label %17, label %62
17:                                               ; preds = %10
  %18 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 3
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 4
  %21 = load ptr, ptr %20, align 8
  %22 = add nsw i64 %14, -1
  %23 = load i64, ptr %19, align 8
  %24 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 1, i64 0
  store i64 %23, ptr %24, align 8
  %25 = load i64, ptr %21, align 8
  %26 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 3, i64 0, i32 1, i64 0
  store i64 %25, ptr %26, align 8
  %27 = load i64, ptr %15, align 8
  %28 = mul nsw i64 %27, %23
  store i64 %28, ptr %15, align 8
  %29 = icmp eq i64 %22, 0
  br i1 %29, label %30, label %33
30:                                               ; preds = %53, %43, %33, %17
  %31 = phi i64 [ %28, %17 ], [ %41, %33 ], [ %51, %43 ], [ %61, %53 ]
  %32 = icmp slt i32 %13, 5
  br i1 %32, label %62, label %164
33:                                               ; preds = %17
  %34 = getelementptr inbounds i64, ptr %19, i64 1
  %35 = load i64, ptr %34, align 8
  %36 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 1, i64 1
  store i64 %35, ptr %36, align 8
  %37 = getelementptr inbounds i64, ptr %21, i64 1
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 3, i64 0, i32 1, i64 1
  store i64 %38, ptr %39, align 8
  %40 = load i64, ptr %15, align 8
  %41 = mul nsw i64 %40, %35
  store i64 %41, ptr %15, align 8
  %42 = icmp eq i64 %22, 1
  br i1 %42, label %30, label %43
43:                                               ; preds = %33
  %44 = getelementptr inbounds i64, ptr %19, i64 2
  %45 = load i64, ptr %44, align 8
  %46 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 1, i64 2
  store i64 %45, ptr %46, align 8
  %47 = getelementptr inbounds i64, ptr %21, i64 2
  %48 = load i64, ptr %47, align 8
  %49 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 3, i64 0, i32 1, i64 2
  store i64 %48, ptr %49, align 8
  %50 = load i64, ptr %15, align 8
  %51 = mul nsw i64 %50, %45
  store i64 %51, ptr %15, align 8
  %52 = icmp eq i64 %22, 2
  br i1 %52, label %30, label %53
53:                                               ; preds = %43
  %54 = getelementptr inbounds i64, ptr %19, i64 3
  %55 = load i64, ptr %54, align 8
  %56 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 1, i64 3
  store i64 %55, ptr %56, align 8
  %57 = getelementptr inbounds i64, ptr %21, i64 3
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 3, i64 0, i32 1, i64 3
  store i64 %58, ptr %59, align 8
  %60 = load i64, ptr %15, align 8
  %61 = mul nsw i64 %60, %55
  store i64 %61, ptr %15, align 8
  br label %30
62:                                               ; preds = %10, %30
  %63 = phi i64 [ %31, %30 ], [ 1, %10 ]
  %64 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %65 = shl nsw i64 %64, 2
  %66 = icmp sgt i64 %63, %65
  br i1 %66, label %164, label %67
67:                                               ; preds = %62
  %68 = tail call fastcc ptr @type_of(ptr noundef nonnull %0)
  %69 = icmp eq ptr %68, null
  br i1 %69, label %164, label %70
70:                                               ; preds = %67
  tail call void @Py_IncRef(ptr noundef nonnull %68)
  %71 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 6
  %72 = load ptr, ptr %71, align 8
  %73 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 63), align 8
  %74 = getelementptr inbounds i8, ptr %72, i64 %73
  %75 = load i64, ptr %74, align 8
  %76 = mul nsw i64 %63, %75
  %77 = tail call fastcc ptr @small_buffer(i64 noundef %76)
  %78 = icmp eq ptr %77, null
  br i1 %78, label %164, label %79
79:                                               ; preds = %70
  %80 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 1
  %81 = load ptr, ptr %80, align 8
  %82 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 3
  store ptr %81, ptr %82, align 8
  %83 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %84 = getelementptr inbounds i8, ptr %77, i64 %83
  %85 = load ptr, ptr %84, align 8
  %86 = tail call i64 @PyLong_AsSsize_t(ptr noundef %85)
  %87 = inttoptr i64 %86 to ptr
  %88 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 3, i64 1
  store ptr %87, ptr %88, align 8
  %89 = icmp sgt i32 %13, 0
  br i1 %89, label %90, label %134
90:                                               ; preds = %79
  %91 = and i64 %14, 3
  %92 = icmp eq i64 %91, 0
  br i1 %92, label %104, label %93
93:                                               ; preds = %90, %93
  %94 = phi i64 [ %97, %93 ], [ %14, %90 ]
  %95 = phi i64 [ %101, %93 ], [ %75, %90 ]
  %96 = phi i64 [ %102, %93 ], [ 0, %90 ]
  %97 = add nsw i64 %94, -1
  %98 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 3, i64 1, i32 1, i64 %97
  store i64 %95, ptr %98, align 8
  %99 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 1, i64 %97
  %100 = load i64, ptr %99, align 8
  %101 = mul nsw i64 %100, %95
  %102 = add i64 %96, 1
  %103 = icmp eq i64 %102, %91
  br i1 %103, label %104, label %93
104:                                              ; preds = %93, %90
  %105 = phi i64 [ %14, %90 ], [ %97, %93 ]
  %106 = phi i64 [ %75, %90 ], [ %101, %93 ]
  %107 = icmp ult i32 %13, 4
  br i1 %107, label %132, label %108
108:                                              ; preds = %104, %108
  %109 = phi i64 [ %126, %108 ], [ %105, %104 ]
  %110 = phi i64 [ %130, %108 ], [ %106, %104 ]
  %111 = add nsw i64 %109, -1
  %112 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 3, i64 1, i32 1, i64 %111
  store i64 %110, ptr %112, align 8
  %113 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 1, i64 %111
  %114 = load i64, ptr %113, align 8
  %115 = mul nsw i64 %114, %110
  %116 = add nsw i64 %109, -2
  %117 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 3, i64 1, i32 1, i64 %116
  store i64 %115, ptr %117, align 8
  %118 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 1, i64 %116
  %119 = load i64, ptr %118, align 8
  %120 = mul nsw i64 %119, %115
  %121 = add nsw i64 %109, -3
  %122 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 3, i64 1, i32 1, i64 %121
  store i64 %120, ptr %122, align 8
  %123 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 1, i64 %121
  %124 = load i64, ptr %123, align 8
  %125 = mul nsw i64 %124, %120
  %126 = add nsw i64 %109, -4
  %127 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 3, i64 1, i32 1, i64 %126
  store i64 %125, ptr %127, align 8
  %128 = getelementptr inbounds %struct.Grid, ptr %3, i64 0, i32 1, i64 %126
  %129 = load i64, ptr %128, align 8
  %130 = mul nsw i64 %129, %125
  %131 = icmp ugt i64 %121, 1
  br i1 %131, label %108, label %132
132:                                              ; preds = %108, %104
  %133 = load i64, ptr %15, align 8
  br label %134
134:                                              ; preds = %132, %79
  %135 = phi i64 [ %133, %132 ], [ %63, %79 ]
  %136 = icmp eq i64 %135, 0
  br i1 %136, label %138, label %137
137:                                              ; preds = %134
  call fastcc void @go_through(ptr noundef nonnull %3, i64 noundef 2, ptr noundef null, i64 noundef %75)
  br label %138
138:                                              ; preds = %137, %134
  %139 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %140 = load ptr, ptr @core, align 8
  %141 = icmp eq ptr %140, null
  br i1 %141, label %154, label %142
142:                                              ; preds = %138
  %143 = getelementptr inbounds %struct.Type, ptr %139, i64 0, i32 5
  %144 = load ptr, ptr %143, align 8
  %145 = icmp eq ptr %144, @handle_dealloc
  br i1 %145, label %146, label %154
146:                                              ; preds = %142
  %147 = getelementptr inbounds %struct.Handle, ptr %140, i64 0, i32 1
  %148 = load ptr, ptr %147, align 8
  store ptr %148, ptr @core, align 8
  %149 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  %150 = add nsw i64 %149, -1
  store i64 %150, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  store i64 1, ptr %140, align 8
  %151 = getelementptr inbounds %struct.Object, ptr %140, i64 0, i32 1
  store ptr %139, ptr %151, align 8
  %152 = load i64, ptr %139, align 8
  %153 = add nsw i64 %152, 1
  store i64 %153, ptr %139, align 8
  br label %158
154:                                              ; preds = %142, %138
  %155 = call ptr @PyType_GenericAlloc(ptr noundef %139, i64 noundef 0)
  %156 = icmp eq ptr %155, null
  br i1 %156, label %157, label %158
157:                                              ; preds = %154
  call void @Py_DecRef(ptr noundef nonnull %77)
  br label %171
158:                                              ; preds = %154, %146
  %159 = phi ptr [ %140, %146 ], [ %155, %154 ]
  %160 = getelementptr inbounds %struct.Handle, ptr %159, i64 0, i32 1
  store i64 -1, ptr %160, align 8
  %161 = getelementptr inbounds %struct.Handle, ptr %159, i64 0, i32 2
  store i64 -1, ptr %161, align 8
  %162 = getelementptr inbounds %struct.Handle, ptr %159, i64 0, i32 3
  store ptr %68, ptr %162, align 8
  call void @Py_IncRef(ptr noundef nonnull %68)
  %163 = getelementptr inbounds %struct.Handle, ptr %159, i64 0, i32 4
  store ptr %77, ptr %163, align 8
  br label %171
164:                                              ; preds = %30, %62, %67, %70
  %165 = phi ptr [ %68, %70 ], [ null, %67 ], [ null, %62 ], [ null, %30 ]
  %166 = tail call ptr @PyErr_Occurred()
  %167 = icmp eq ptr %166, null
  br i1 %167, label %168, label %171
168:                                              ; preds = %164
  %169 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 56), align 8
  %170 = call ptr @PyObject_Vectorcall(ptr noundef %169, ptr noundef nonnull %2, i64 noundef 1, ptr noundef null)
  br label %171
171:                                              ; preds = %158, %157, %164, %168
  %172 = phi ptr [ %165, %164 ], [ %165, %168 ], [ %68, %157 ], [ %68, %158 ]
  %173 = phi ptr [ null, %164 ], [ %170, %168 ], [ null, %157 ], [ %159, %158 ]
  %174 = icmp eq ptr %172, null
  br i1 %174, label %176, label %175
175:                                              ; preds = %171
  call void @Py_DecRef(ptr noundef nonnull %172)
  br label %176
176:                                              ; preds = %171, %175
  %177 = load ptr, ptr %2, align 8
  call void @Py_DecRef(ptr noundef %177)
  call void @llvm.lifetime.end.p0(i64 168, ptr nonnull %3)
  br label %231
178:                                              ; preds = %5
  %179 = icmp eq ptr %7, @PyTuple_Type
  br i1 %179, label %183, label %180
180:                                              ; preds = %178
  %181 = tail call i32 @PyType_IsSubtype(ptr noundef %7, ptr noundef nonnull @PyTuple_Type)
  %182 = icmp eq i32 %181, 0
  br i1 %182, label %216, label %183
183:                                              ; preds = %180, %178
  %184 = getelementptr inbounds %struct.Tuple, ptr %0, i64 0, i32 1
  %185 = load i64, ptr %184, align 8
  %186 = tail call ptr @PyTuple_New(i64 noundef %185)
  %187 = icmp ne ptr %186, null
  %188 = icmp sgt i64 %185, 0
  %189 = and i1 %187, %188
  br i1 %189, label %193, label %192
190:                                              ; preds = %203
  %191 = load ptr, ptr %2, align 8
  br label %206
192:                                              ; preds = %183
  br i1 %187, label %206, label %213
193:                                              ; preds = %183, %203
  %194 = phi i64 [ %204, %203 ], [ 0, %183 ]
  %195 = load ptr, ptr %2, align 8
  %196 = getelementptr inbounds %struct.Tuple, ptr %195, i64 0, i32 2, i64 %194
  %197 = load ptr, ptr %196, align 8
  tail call void @Py_IncRef(ptr noundef %197)
  %198 = tail call fastcc ptr @from_numpy(ptr noundef %197)
  %199 = getelementptr inbounds %struct.Tuple, ptr %186, i64 0, i32 2, i64 %194
  store ptr %198, ptr %199, align 8
  %200 = icmp eq ptr %198, null
  br i1 %200, label %201, label %203
201:                                              ; preds = %193
  tail call void @Py_DecRef(ptr noundef nonnull %186)
  %202 = load ptr, ptr %2, align 8
  br label %213
203:                                              ; preds = %193
  %204 = add nuw nsw i64 %194, 1
  %205 = icmp slt i64 %204, %185
  br i1 %205, label %193, label %190
206:                                              ; preds = %190, %192
  %207 = phi ptr [ %191, %190 ], [ %0, %192 ]
  %208 = getelementptr inbounds %struct.Object, ptr %207, i64 0, i32 1
  %209 = load ptr, ptr %208, align 8
  %210 = icmp eq ptr %209, @PyTuple_Type
  br i1 %210, label %213, label %211
211:                                              ; preds = %206
  %212 = tail call ptr @PyObject_Call(ptr noundef %209, ptr noundef nonnull %186, ptr noundef null)
  tail call void @Py_DecRef(ptr noundef nonnull %186)
  br label %213
213:                                              ; preds = %201, %211, %206, %192
  %214 = phi ptr [ %207, %211 ], [ %207, %206 ], [ %0, %192 ], [ %202, %201 ]
  %215 = phi ptr [ %212, %211 ], [ %186, %206 ], [ null, %192 ], [ null, %201 ]
  tail call void @Py_DecRef(ptr noundef %214)
  br label %231
216:                                              ; preds = %180
  %217 = load ptr, ptr %6, align 8
  %218 = icmp eq ptr %217, @PyFloat_Type
  %219 = icmp eq ptr %217, @PyLong_Type
  %220 = or i1 %218, %219
  %221 = icmp eq ptr %217, @PyBool_Type
  %222 = or i1 %221, %220
  br i1 %222, label %231, label %223
223:                                              ; preds = %216
  %224 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 35), align 8
  %225 = tail call i32 @PyType_IsSubtype(ptr noundef %217, ptr noundef %224)
  %226 = icmp eq i32 %225, 0
  br i1 %226, label %227, label %231
227:                                              ; preds = %223
  %228 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 56), align 8
  %229 = call ptr @PyObject_Vectorcall(ptr noundef %228, ptr noundef nonnull %2, i64 noundef 1, ptr noundef null)
  %230 = load ptr, ptr %2, align 8
  call void @Py_DecRef(ptr noundef %230)
  br label %231
231:                                              ; preds = %216, %223, %1, %227, %213, %176
  %232 = phi ptr [ %173, %176 ], [ %215, %213 ], [ %229, %227 ], [ null, %1 ], [ %0, %223 ], [ %0, %216 ]
  ret ptr %232
}
declare i32 @PyType_IsSubtype(ptr noundef, ptr noundef) local_unnamed_addr
define internal fastcc i32 @is_still(ptr noundef readonly %0, i64 noundef %1, ptr nocapture noundef readonly %2, ptr noundef readonly %3, ptr nocapture noundef readonly %4, ptr noundef readonly %5) unnamed_addr {
  %7 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %8 = icmp eq i64 %7, %1
  br i1 %8, label %103, label %9
9:                                                ; preds = %6
  %10 = icmp eq ptr %0, null
  br i1 %10, label %103, label %11
11:                                               ; preds = %9
  %12 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 3
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 5
  %15 = load i64, ptr %14, align 8
  %16 = or i64 %15, %13
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %18, label %103
18:                                               ; preds = %11
  %19 = icmp eq ptr %3, null
  br i1 %19, label %60, label %20
20:                                               ; preds = %18
  %21 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 5
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  %24 = icmp eq ptr %22, @_Py_NoneStruct
  %25 = or i1 %23, %24
  %26 = select i1 %25, ptr %2, ptr %22
  %27 = getelementptr inbounds %struct.Handle, ptr %26, i64 0, i32 4
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  %30 = icmp eq ptr %28, @_Py_NoneStruct
  %31 = or i1 %29, %30
  br i1 %31, label %103, label %32
32:                                               ; preds = %20
  %33 = getelementptr inbounds %struct.Handle, ptr %26, i64 0, i32 1
  %34 = load i64, ptr %33, align 8
  %35 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %36 = load i64, ptr %35, align 8
  %37 = icmp eq i64 %34, %36
  br i1 %37, label %103, label %38
38:                                               ; preds = %32
  %39 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %40 = load i64, ptr %39, align 8
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %42, label %103
42:                                               ; preds = %38
  %43 = load ptr, ptr %3, align 8
  br i1 %25, label %51, label %44
44:                                               ; preds = %42
  %45 = getelementptr inbounds %struct.Handle, ptr %22, i64 0, i32 3
  %46 = load ptr, ptr %45, align 8
  %47 = icmp eq ptr %43, %46
  br i1 %47, label %48, label %103
48:                                               ; preds = %44
  %49 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 6
  %50 = load ptr, ptr %49, align 8
  br label %55
51:                                               ; preds = %42
  %52 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 3
  %53 = load ptr, ptr %52, align 8
  %54 = icmp eq ptr %43, %53
  br i1 %54, label %55, label %103
55:                                               ; preds = %48, %51
  %56 = phi ptr [ %50, %48 ], [ null, %51 ]
  %57 = getelementptr inbounds %struct.Place, ptr %3, i64 0, i32 1
  %58 = load ptr, ptr %57, align 8
  %59 = icmp eq ptr %58, %56
  br i1 %59, label %60, label %103
60:                                               ; preds = %55, %18
  %61 = icmp eq ptr %5, null
  br i1 %61, label %103, label %62
62:                                               ; preds = %60
  %63 = getelementptr inbounds %struct.Handle, ptr %4, i64 0, i32 5
  %64 = load ptr, ptr %63, align 8
  %65 = icmp eq ptr %64, null
  %66 = icmp eq ptr %64, @_Py_NoneStruct
  %67 = or i1 %65, %66
  %68 = select i1 %67, ptr %4, ptr %64
  %69 = getelementptr inbounds %struct.Handle, ptr %68, i64 0, i32 4
  %70 = load ptr, ptr %69, align 8
  %71 = icmp eq ptr %70, null
  %72 = icmp eq ptr %70, @_Py_NoneStruct
  %73 = or i1 %71, %72
  br i1 %73, label %103, label %74
74:                                               ; preds = %62
  %75 = getelementptr inbounds %struct.Handle, ptr %68, i64 0, i32 1
  %76 = load i64, ptr %75, align 8
  %77 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %78 = load i64, ptr %77, align 8
  %79 = icmp eq i64 %76, %78
  br i1 %79, label %103, label %80
80:                                               ; preds = %74
  %81 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %82 = load i64, ptr %81, align 8
  %83 = icmp eq i64 %82, 0
  br i1 %83, label %84, label %103
84:                                               ; preds = %80
  %85 = load ptr, ptr %5, align 8
  br i1 %67, label %93, label %86
86:                                               ; preds = %84
  %87 = getelementptr inbounds %struct.Handle, ptr %64, i64 0, i32 3
  %88 = load ptr, ptr %87, align 8
  %89 = icmp eq ptr %85, %88
  br i1 %89, label %90, label %103
90:                                               ; preds = %86
  %91 = getelementptr inbounds %struct.Handle, ptr %4, i64 0, i32 6
  %92 = load ptr, ptr %91, align 8
  br label %97
93:                                               ; preds = %84
  %94 = getelementptr inbounds %struct.Handle, ptr %4, i64 0, i32 3
  %95 = load ptr, ptr %94, align 8
  %96 = icmp eq ptr %85, %95
  br i1 %96, label %97, label %103
97:                                               ; preds = %93, %90
  %98 = phi ptr [ %92, %90 ], [ null, %93 ]
  %99 = getelementptr inbounds %struct.Place, ptr %5, i64 0, i32 1
  %100 = load ptr, ptr %99, align 8
  %101 = icmp eq ptr %100, %98
  %102 = zext i1 %101 to i32
  br label %103
103:                                              ; preds = %62, %74, %51, %44, %20, %32, %9, %97, %93, %86, %11, %38, %55, %80, %60, %6
  %104 = phi i32 [ 1, %6 ], [ 0, %55 ], [ 0, %38 ], [ 0, %11 ], [ 1, %60 ], [ 0, %80 ], [ 0, %86 ], [ 0, %93 ], [ %102, %97 ], [ 0, %9 ], [ 0, %32 ], [ 0, %20 ], [ 0, %44 ], [ 0, %51 ], [ 0, %74 ], [ 0, %62 ]
  ret i32 %104
}
define internal fastcc ptr @number_at_hand(ptr nocapture noundef readonly %0, ptr noundef %1) unnamed_addr {
  %3 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 6), align 8
  %6 = icmp eq ptr %4, %5
  br i1 %6, label %7, label %91
7:                                                ; preds = %2
  %8 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 5
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %9, null
  %11 = icmp eq ptr %9, @_Py_NoneStruct
  %12 = or i1 %10, %11
  br i1 %12, label %13, label %106
13:                                               ; preds = %7
  %14 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 4
  %15 = load ptr, ptr %14, align 8
  %16 = icmp eq ptr %15, null
  %17 = icmp eq ptr %15, @_Py_NoneStruct
  %18 = or i1 %16, %17
  br i1 %18, label %106, label %19
19:                                               ; preds = %13
  %20 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 1
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %21, %23
  br i1 %24, label %106, label %25
25:                                               ; preds = %19
  %26 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %29, label %106
29:                                               ; preds = %25
  %30 = tail call fastcc ptr @place_of(ptr noundef nonnull %1)
  %31 = icmp eq ptr %30, null
  br i1 %31, label %106, label %32
32:                                               ; preds = %29
  %33 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 3
  %34 = load i64, ptr %33, align 8
  %35 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 5
  %36 = load i64, ptr %35, align 8
  %37 = or i64 %36, %34
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %39, label %106
39:                                               ; preds = %32
  %40 = load ptr, ptr %8, align 8
  %41 = icmp eq ptr %40, null
  %42 = icmp eq ptr %40, @_Py_NoneStruct
  %43 = or i1 %41, %42
  %44 = select i1 %43, ptr %1, ptr %40
  %45 = getelementptr inbounds %struct.Handle, ptr %44, i64 0, i32 4
  %46 = load ptr, ptr %45, align 8
  %47 = icmp eq ptr %46, null
  %48 = icmp eq ptr %46, @_Py_NoneStruct
  %49 = or i1 %47, %48
  br i1 %49, label %106, label %50
50:                                               ; preds = %39
  %51 = getelementptr inbounds %struct.Handle, ptr %44, i64 0, i32 1
  %52 = load i64, ptr %51, align 8
  %53 = load i64, ptr %22, align 8
  %54 = icmp eq i64 %52, %53
  br i1 %54, label %106, label %55
55:                                               ; preds = %50
  %56 = load i64, ptr %26, align 8
  %57 = freeze i64 %56
  %58 = icmp eq i64 %57, 0
  br i1 %58, label %59, label %106
59:                                               ; preds = %55
  %60 = load ptr, ptr %14, align 8
  %61 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %62 = getelementptr inbounds i8, ptr %60, i64 %61
  %63 = load ptr, ptr %62, align 8
  %64 = tail call i64 @PyLong_AsSsize_t(ptr noundef %63)
  %65 = inttoptr i64 %64 to ptr
  %66 = getelementptr inbounds %struct.Place, ptr %30, i64 0, i32 4
  %67 = load i64, ptr %66, align 8
  %68 = icmp eq i64 %67, 6
  br i1 %68, label %69, label %75
69:                                               ; preds = %59
  %70 = load i8, ptr %65, align 1
  %71 = icmp eq i8 %70, 0
  %72 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 37), align 8
  %73 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 38), align 8
  %74 = select i1 %71, ptr %73, ptr %72
  tail call void @Py_IncRef(ptr noundef %74)
  br label %106
75:                                               ; preds = %59
  %76 = getelementptr inbounds %struct.Place, ptr %30, i64 0, i32 3
  %77 = load ptr, ptr %76, align 8
  %78 = getelementptr inbounds %struct.Place, ptr %30, i64 0, i32 2
  %79 = load ptr, ptr %78, align 8
  %80 = tail call ptr %77(ptr noundef %79, i64 noundef 0)
  %81 = icmp eq ptr %80, null
  br i1 %81, label %106, label %82
82:                                               ; preds = %75
  %83 = getelementptr inbounds %struct.Place, ptr %30, i64 0, i32 5
  %84 = load i64, ptr %83, align 8
  %85 = icmp eq i64 %84, 8
  br i1 %85, label %86, label %89
86:                                               ; preds = %82
  %87 = load i64, ptr %65, align 8
  %88 = getelementptr inbounds %struct.Object, ptr %80, i64 1
  store i64 %87, ptr %88, align 8
  br label %106
89:                                               ; preds = %82
  %90 = getelementptr inbounds %struct.Object, ptr %80, i64 1
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %90, ptr align 1 %65, i64 %84, i1 false)
  br label %106
91:                                               ; preds = %2
  %92 = icmp eq ptr %4, @PyFloat_Type
  %93 = icmp eq ptr %4, @PyLong_Type
  %94 = or i1 %92, %93
  %95 = icmp eq ptr %4, @PyBool_Type
  %96 = or i1 %95, %94
  br i1 %96, label %105, label %97
97:                                               ; preds = %91
  %98 = getelementptr inbounds %struct.Type, ptr %4, i64 0, i32 5
  %99 = load ptr, ptr %98, align 8
  %100 = icmp eq ptr %99, @handle_dealloc
  br i1 %100, label %106, label %101
101:                                              ; preds = %97
  %102 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 35), align 8
  %103 = tail call i32 @PyType_IsSubtype(ptr noundef %4, ptr noundef %102)
  %104 = icmp eq i32 %103, 0
  br i1 %104, label %106, label %105
105:                                              ; preds = %101, %91
  tail call void @Py_IncRef(ptr noundef nonnull %1)
  br label %106
106:                                              ; preds = %39, %50, %55, %13, %19, %25, %29, %32, %7, %89, %86, %75, %69, %97, %101, %105
  %107 = phi ptr [ %1, %105 ], [ null, %101 ], [ null, %97 ], [ %74, %69 ], [ null, %75 ], [ %80, %89 ], [ %80, %86 ], [ null, %7 ], [ null, %32 ], [ null, %29 ], [ null, %25 ], [ null, %19 ], [ null, %13 ], [ null, %55 ], [ null, %50 ], [ null, %39 ]
  ret ptr %107
}
declare i32 @PyErr_ExceptionMatches(ptr noundef) local_unnamed_addr
define internal fastcc ptr @small_buffer(i64 noundef %0) unnamed_addr {
  %2 = alloca [2 x ptr], align 16
  br label %3
3:                                                ; preds = %3, %1
  %4 = phi i64 [ 0, %1 ], [ %11, %3 ]
  %5 = icmp ult i64 %4, 10
  %6 = trunc i64 %4 to i32
  %7 = shl nuw nsw i32 64, %6
  %8 = zext nneg i32 %7 to i64
  %9 = icmp slt i64 %8, %0
  %10 = select i1 %5, i1 %9, i1 false
  %11 = add nuw nsw i64 %4, 1
  br i1 %10, label %3, label %12
12:                                               ; preds = %3
  br i1 %5, label %13, label %24
13:                                               ; preds = %12
  %14 = getelementptr inbounds [10 x %struct.anon.0], ptr @rooms, i64 0, i64 %4, i32 2
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %21, label %17
17:                                               ; preds = %13
  %18 = add nsw i64 %15, -1
  store i64 %18, ptr %14, align 8
  %19 = getelementptr inbounds [10 x %struct.anon.0], ptr @rooms, i64 0, i64 %4, i32 1, i64 %18
  %20 = load ptr, ptr %19, align 8
  br label %40
21:                                               ; preds = %13
  %22 = getelementptr inbounds [10 x %struct.anon.0], ptr @rooms, i64 0, i64 %4
  %23 = load ptr, ptr %22, align 16
  br label %26
24:                                               ; preds = %12
  %25 = tail call ptr @PyLong_FromLongLong(i64 noundef %0)
  br label %26
26:                                               ; preds = %24, %21
  %27 = phi ptr [ %23, %21 ], [ %25, %24 ]
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %2)
  store ptr %27, ptr %2, align 16
  %28 = getelementptr inbounds ptr, ptr %2, i64 1
  %29 = load ptr, ptr @cpu, align 8
  store ptr %29, ptr %28, align 8
  %30 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %31 = add nsw i64 %30, 1
  store i64 %31, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %32 = icmp eq ptr %27, null
  br i1 %32, label %38, label %33
33:                                               ; preds = %26
  %34 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 18), align 8
  %35 = call ptr @PyObject_Vectorcall(ptr noundef %34, ptr noundef nonnull %2, i64 noundef 2, ptr noundef null)
  %36 = icmp eq i64 %4, 10
  br i1 %36, label %37, label %38
37:                                               ; preds = %33
  call void @Py_DecRef(ptr noundef nonnull %27)
  br label %38
38:                                               ; preds = %26, %37, %33
  %39 = phi ptr [ %35, %33 ], [ %35, %37 ], [ null, %26 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %2)
  br label %40
40:                                               ; preds = %38, %17
  %41 = phi ptr [ %20, %17 ], [ %39, %38 ]
  ret ptr %41
}
define internal fastcc void @go_through(ptr noundef %0, i64 noundef %1, ptr noundef readonly %2, i64 noundef %3) unnamed_addr {
  %5 = alloca [3 x i64], align 16
  %6 = alloca [3 x ptr], align 16
  %7 = alloca [4 x i64], align 16
  %8 = alloca [3 x i64], align 16
  %9 = alloca i64, align 8
  %10 = alloca [3 x ptr], align 16
  %11 = alloca [3 x ptr], align 16
  %12 = load i64, ptr %0, align 8
  %13 = icmp eq i64 %12, 1
  %14 = icmp ne ptr %2, null
  %15 = and i1 %14, %13
  br i1 %15, label %16, label %38
16:                                               ; preds = %4
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %5)
  %17 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3
  %18 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 0, i32 1
  %19 = load i64, ptr %18, align 8
  store i64 %19, ptr %5, align 16
  %20 = getelementptr inbounds i64, ptr %5, i64 1
  %21 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 1
  %22 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 1, i32 1
  %23 = load i64, ptr %22, align 8
  store i64 %23, ptr %20, align 8
  %24 = getelementptr inbounds i64, ptr %5, i64 2
  %25 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 2
  %26 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 2, i32 1
  %27 = load i64, ptr %26, align 8
  store i64 %27, ptr %24, align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %6)
  %28 = load ptr, ptr %17, align 8
  store ptr %28, ptr %6, align 16
  %29 = getelementptr inbounds ptr, ptr %6, i64 1
  %30 = load ptr, ptr %21, align 8
  store ptr %30, ptr %29, align 8
  %31 = getelementptr inbounds ptr, ptr %6, i64 2
  %32 = load ptr, ptr %25, align 8
  store ptr %32, ptr %31, align 16
  %33 = getelementptr inbounds %struct.Inner, ptr %2, i64 0, i32 1
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1
  %36 = getelementptr inbounds %struct.Inner, ptr %2, i64 0, i32 2
  %37 = load ptr, ptr %36, align 8
  call void %34(ptr noundef nonnull %6, ptr noundef nonnull %35, ptr noundef nonnull %5, ptr noundef %37)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %6)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %5)
  br label %443
38:                                               ; preds = %4
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %7)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(32) %7, i8 0, i64 32, i1 false)
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %8)
  %39 = icmp sgt i64 %12, 0
  br i1 %39, label %41, label %40
40:                                               ; preds = %38
  store i64 0, ptr %0, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9)
  br label %170
41:                                               ; preds = %38
  %42 = icmp slt i64 %1, 1
  %43 = icmp sgt i64 %1, 0
  %44 = and i64 %1, 3
  %45 = icmp ult i64 %1, 4
  %46 = and i64 %1, 9223372036854775804
  %47 = icmp eq i64 %44, 0
  %48 = and i64 %1, 3
  %49 = icmp ult i64 %1, 4
  %50 = and i64 %1, 9223372036854775804
  %51 = icmp eq i64 %48, 0
  br label %52
52:                                               ; preds = %159, %41
  %53 = phi i64 [ 0, %41 ], [ %161, %159 ]
  %54 = phi i64 [ -1, %41 ], [ %160, %159 ]
  %55 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %53
  %56 = load i64, ptr %55, align 8
  %57 = icmp eq i64 %56, 1
  br i1 %57, label %159, label %58
58:                                               ; preds = %52
  %59 = icmp sgt i64 %54, -1
  br i1 %59, label %60, label %110
60:                                               ; preds = %58
  br i1 %42, label %61, label %65
61:                                               ; preds = %60
  %62 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %54
  %63 = load i64, ptr %62, align 8
  %64 = mul nsw i64 %63, %56
  store i64 %64, ptr %62, align 8
  br label %159
65:                                               ; preds = %60
  %66 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 0, i32 1, i64 %54
  %67 = load i64, ptr %66, align 8
  %68 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 0, i32 1, i64 %53
  %69 = load i64, ptr %68, align 8
  %70 = mul nsw i64 %69, %56
  %71 = icmp eq i64 %67, %70
  br i1 %71, label %72, label %110
72:                                               ; preds = %65, %76
  %73 = phi i64 [ %74, %76 ], [ 0, %65 ]
  %74 = add nuw nsw i64 %73, 1
  %75 = icmp eq i64 %74, %1
  br i1 %75, label %85, label %76
76:                                               ; preds = %72
  %77 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %74, i32 1, i64 %54
  %78 = load i64, ptr %77, align 8
  %79 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %74, i32 1, i64 %53
  %80 = load i64, ptr %79, align 8
  %81 = mul nsw i64 %80, %56
  %82 = icmp eq i64 %78, %81
  br i1 %82, label %72, label %83
83:                                               ; preds = %76
  %84 = icmp slt i64 %74, %1
  br i1 %84, label %110, label %85
85:                                               ; preds = %72, %83
  %86 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %54
  %87 = load i64, ptr %86, align 8
  %88 = mul nsw i64 %87, %56
  store i64 %88, ptr %86, align 8
  br i1 %49, label %137, label %89
89:                                               ; preds = %85, %89
  %90 = phi i64 [ %107, %89 ], [ 0, %85 ]
  %91 = phi i64 [ %108, %89 ], [ 0, %85 ]
  %92 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %90, i32 1, i64 %53
  %93 = load i64, ptr %92, align 8
  %94 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %90, i32 1, i64 %54
  store i64 %93, ptr %94, align 8
  %95 = or disjoint i64 %90, 1
  %96 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %95, i32 1, i64 %53
  %97 = load i64, ptr %96, align 8
  %98 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %95, i32 1, i64 %54
  store i64 %97, ptr %98, align 8
  %99 = or disjoint i64 %90, 2
  %100 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %99, i32 1, i64 %53
  %101 = load i64, ptr %100, align 8
  %102 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %99, i32 1, i64 %54
  store i64 %101, ptr %102, align 8
  %103 = or disjoint i64 %90, 3
  %104 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %103, i32 1, i64 %53
  %105 = load i64, ptr %104, align 8
  %106 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %103, i32 1, i64 %54
  store i64 %105, ptr %106, align 8
  %107 = add nuw nsw i64 %90, 4
  %108 = add i64 %91, 4
  %109 = icmp eq i64 %108, %50
  br i1 %109, label %137, label %89
110:                                              ; preds = %83, %65, %58
  %111 = add nsw i64 %54, 1
  %112 = icmp eq i64 %111, %53
  br i1 %112, label %159, label %113
113:                                              ; preds = %110
  %114 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %111
  store i64 %56, ptr %114, align 8
  br i1 %43, label %115, label %159
115:                                              ; preds = %113
  br i1 %45, label %148, label %116
116:                                              ; preds = %115, %116
  %117 = phi i64 [ %134, %116 ], [ 0, %115 ]
  %118 = phi i64 [ %135, %116 ], [ 0, %115 ]
  %119 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %117, i32 1, i64 %53
  %120 = load i64, ptr %119, align 8
  %121 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %117, i32 1, i64 %111
  store i64 %120, ptr %121, align 8
  %122 = or disjoint i64 %117, 1
  %123 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %122, i32 1, i64 %53
  %124 = load i64, ptr %123, align 8
  %125 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %122, i32 1, i64 %111
  store i64 %124, ptr %125, align 8
  %126 = or disjoint i64 %117, 2
  %127 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %126, i32 1, i64 %53
  %128 = load i64, ptr %127, align 8
  %129 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %126, i32 1, i64 %111
  store i64 %128, ptr %129, align 8
  %130 = or disjoint i64 %117, 3
  %131 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %130, i32 1, i64 %53
  %132 = load i64, ptr %131, align 8
  %133 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %130, i32 1, i64 %111
  store i64 %132, ptr %133, align 8
  %134 = add nuw nsw i64 %117, 4
  %135 = add i64 %118, 4
  %136 = icmp eq i64 %135, %46
  br i1 %136, label %148, label %116
137:                                              ; preds = %89, %85
  %138 = phi i64 [ 0, %85 ], [ %107, %89 ]
  br i1 %51, label %159, label %139
139:                                              ; preds = %137, %139
  %140 = phi i64 [ %145, %139 ], [ %138, %137 ]
  %141 = phi i64 [ %146, %139 ], [ 0, %137 ]
  %142 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %140, i32 1, i64 %53
  %143 = load i64, ptr %142, align 8
  %144 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %140, i32 1, i64 %54
  store i64 %143, ptr %144, align 8
  %145 = add nuw nsw i64 %140, 1
  %146 = add i64 %141, 1
  %147 = icmp eq i64 %146, %48
  br i1 %147, label %159, label %139
148:                                              ; preds = %116, %115
  %149 = phi i64 [ 0, %115 ], [ %134, %116 ]
  br i1 %47, label %159, label %150
150:                                              ; preds = %148, %150
  %151 = phi i64 [ %156, %150 ], [ %149, %148 ]
  %152 = phi i64 [ %157, %150 ], [ 0, %148 ]
  %153 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %151, i32 1, i64 %53
  %154 = load i64, ptr %153, align 8
  %155 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %151, i32 1, i64 %111
  store i64 %154, ptr %155, align 8
  %156 = add nuw nsw i64 %151, 1
  %157 = add i64 %152, 1
  %158 = icmp eq i64 %157, %44
  br i1 %158, label %159, label %150
159:                                              ; preds = %148, %150, %137, %139, %113, %110, %61, %52
  %160 = phi i64 [ %54, %52 ], [ %53, %110 ], [ %111, %113 ], [ %54, %61 ], [ %54, %139 ], [ %54, %137 ], [ %111, %150 ], [ %111, %148 ]
  %161 = add nuw nsw i64 %53, 1
  %162 = load i64, ptr %0, align 8
  %163 = icmp slt i64 %161, %162
  br i1 %163, label %52, label %164
164:                                              ; preds = %159
  %165 = add nsw i64 %160, 1
  store i64 %165, ptr %0, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9)
  %166 = icmp slt i64 %160, 0
  br i1 %166, label %170, label %167
167:                                              ; preds = %164
  %168 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %160
  %169 = load i64, ptr %168, align 8
  br label %170
170:                                              ; preds = %40, %164, %167
  %171 = phi i1 [ false, %167 ], [ true, %164 ], [ true, %40 ]
  %172 = phi i64 [ %160, %167 ], [ %160, %164 ], [ -1, %40 ]
  %173 = phi i64 [ %165, %167 ], [ %165, %164 ], [ 0, %40 ]
  %174 = phi i64 [ %169, %167 ], [ 1, %164 ], [ 1, %40 ]
  store i64 %174, ptr %9, align 8
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %10)
  %175 = icmp sgt i64 %1, 0
  br i1 %175, label %176, label %194
176:                                              ; preds = %170
  %177 = and i64 %1, 1
  %178 = icmp eq i64 %1, 1
  br i1 %178, label %181, label %179
179:                                              ; preds = %176
  %180 = and i64 %1, 9223372036854775806
  br label %201
181:                                              ; preds = %220, %176
  %182 = phi i64 [ 0, %176 ], [ %223, %220 ]
  %183 = icmp eq i64 %177, 0
  br i1 %183, label %194, label %184
184:                                              ; preds = %181
  %185 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %182
  %186 = load ptr, ptr %185, align 8
  %187 = getelementptr inbounds [3 x ptr], ptr %10, i64 0, i64 %182
  store ptr %186, ptr %187, align 8
  br i1 %171, label %191, label %188
188:                                              ; preds = %184
  %189 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %182, i32 1, i64 %172
  %190 = load i64, ptr %189, align 8
  br label %191
191:                                              ; preds = %188, %184
  %192 = phi i64 [ %190, %188 ], [ 0, %184 ]
  %193 = getelementptr inbounds [3 x i64], ptr %8, i64 0, i64 %182
  store i64 %192, ptr %193, align 8
  br label %194
194:                                              ; preds = %191, %181, %170
  %195 = icmp sgt i64 %172, 0
  br i1 %195, label %196, label %244
196:                                              ; preds = %194
  %197 = and i64 %172, 7
  %198 = icmp ult i64 %172, 8
  br i1 %198, label %226, label %199
199:                                              ; preds = %196
  %200 = and i64 %172, 9223372036854775800
  br label %259
201:                                              ; preds = %220, %179
  %202 = phi i64 [ 0, %179 ], [ %223, %220 ]
  %203 = phi i64 [ 0, %179 ], [ %224, %220 ]
  %204 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %202
  %205 = load ptr, ptr %204, align 8
  %206 = getelementptr inbounds [3 x ptr], ptr %10, i64 0, i64 %202
  store ptr %205, ptr %206, align 16
  br i1 %171, label %210, label %207
207:                                              ; preds = %201
  %208 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %202, i32 1, i64 %172
  %209 = load i64, ptr %208, align 8
  br label %210
210:                                              ; preds = %201, %207
  %211 = phi i64 [ %209, %207 ], [ 0, %201 ]
  %212 = getelementptr inbounds [3 x i64], ptr %8, i64 0, i64 %202
  store i64 %211, ptr %212, align 16
  %213 = or disjoint i64 %202, 1
  %214 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %213
  %215 = load ptr, ptr %214, align 8
  %216 = getelementptr inbounds [3 x ptr], ptr %10, i64 0, i64 %213
  store ptr %215, ptr %216, align 8
  br i1 %171, label %220, label %217
217:                                              ; preds = %210
  %218 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %213, i32 1, i64 %172
  %219 = load i64, ptr %218, align 8
  br label %220
220:                                              ; preds = %217, %210
  %221 = phi i64 [ %219, %217 ], [ 0, %210 ]
  %222 = getelementptr inbounds [3 x i64], ptr %8, i64 0, i64 %213
  store i64 %221, ptr %222, align 8
  %223 = add nuw nsw i64 %202, 2
  %224 = add i64 %203, 2
  %225 = icmp eq i64 %224, %180
  br i1 %225, label %181, label %201
226:                                              ; preds = %259, %196
  %227 = phi i64 [ undef, %196 ], [ %293, %259 ]
  %228 = phi i64 [ 1, %196 ], [ %293, %259 ]
  %229 = phi i64 [ 0, %196 ], [ %294, %259 ]
  %230 = icmp eq i64 %197, 0
  br i1 %230, label %241, label %231
231:                                              ; preds = %226, %231
  %232 = phi i64 [ %237, %231 ], [ %228, %226 ]
  %233 = phi i64 [ %238, %231 ], [ %229, %226 ]
  %234 = phi i64 [ %239, %231 ], [ 0, %226 ]
  %235 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %233
  %236 = load i64, ptr %235, align 8
  %237 = mul nsw i64 %236, %232
  %238 = add nuw nsw i64 %233, 1
  %239 = add i64 %234, 1
  %240 = icmp eq i64 %239, %197
  br i1 %240, label %241, label %231
241:                                              ; preds = %231, %226
  %242 = phi i64 [ %227, %226 ], [ %237, %231 ]
  %243 = icmp sgt i64 %242, 0
  br i1 %243, label %244, label %297
244:                                              ; preds = %194, %241
  %245 = phi i64 [ %242, %241 ], [ 1, %194 ]
  %246 = getelementptr inbounds [3 x ptr], ptr %10, i64 0, i64 1
  %247 = getelementptr inbounds [3 x i64], ptr %8, i64 0, i64 1
  %248 = icmp eq i64 %3, 8
  %249 = getelementptr inbounds ptr, ptr %11, i64 2
  %250 = getelementptr inbounds [3 x ptr], ptr %10, i64 0, i64 2
  %251 = getelementptr inbounds %struct.Inner, ptr %2, i64 0, i32 1
  %252 = getelementptr inbounds %struct.Inner, ptr %2, i64 0, i32 2
  %253 = add nsw i64 %173, -2
  %254 = icmp sgt i64 %173, 1
  %255 = and i64 %1, 1
  %256 = icmp eq i64 %1, 1
  %257 = and i64 %1, 9223372036854775806
  %258 = icmp eq i64 %255, 0
  br label %298
259:                                              ; preds = %259, %199
  %260 = phi i64 [ 1, %199 ], [ %293, %259 ]
  %261 = phi i64 [ 0, %199 ], [ %294, %259 ]
  %262 = phi i64 [ 0, %199 ], [ %295, %259 ]
  %263 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %261
  %264 = load i64, ptr %263, align 8
  %265 = mul nsw i64 %264, %260
  %266 = or disjoint i64 %261, 1
  %267 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %266
  %268 = load i64, ptr %267, align 8
  %269 = mul nsw i64 %268, %265
  %270 = or disjoint i64 %261, 2
  %271 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %270
  %272 = load i64, ptr %271, align 8
  %273 = mul nsw i64 %272, %269
  %274 = or disjoint i64 %261, 3
  %275 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %274
  %276 = load i64, ptr %275, align 8
  %277 = mul nsw i64 %276, %273
  %278 = or disjoint i64 %261, 4
  %279 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %278
  %280 = load i64, ptr %279, align 8
  %281 = mul nsw i64 %280, %277
  %282 = or disjoint i64 %261, 5
  %283 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %282
  %284 = load i64, ptr %283, align 8
  %285 = mul nsw i64 %284, %281
  %286 = or disjoint i64 %261, 6
  %287 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %286
  %288 = load i64, ptr %287, align 8
  %289 = mul nsw i64 %288, %285
  %290 = or disjoint i64 %261, 7
  %291 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %290
  %292 = load i64, ptr %291, align 8
  %293 = mul nsw i64 %292, %289
  %294 = add nuw nsw i64 %261, 8
  %295 = add i64 %262, 8
  %296 = icmp eq i64 %295, %200
  br i1 %296, label %226, label %259
297:                                              ; preds = %440, %241
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %10)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %8)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %7)
  br label %443
298:                                              ; preds = %244, %440
  %299 = phi i64 [ 0, %244 ], [ %441, %440 ]
  br i1 %14, label %300, label %305
300:                                              ; preds = %298
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %11)
  %301 = load <2 x ptr>, ptr %10, align 16
  store <2 x ptr> %301, ptr %11, align 16
  %302 = load ptr, ptr %250, align 16
  store ptr %302, ptr %249, align 16
  %303 = load ptr, ptr %251, align 8
  %304 = load ptr, ptr %252, align 8
  call void %303(ptr noundef nonnull %11, ptr noundef nonnull %9, ptr noundef nonnull %8, ptr noundef %304)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %11)
  br label %396
305:                                              ; preds = %298
  %306 = load ptr, ptr %246, align 8
  %307 = load i64, ptr %247, align 8
  %308 = load ptr, ptr %10, align 16
  %309 = load i64, ptr %8, align 16
  %310 = load i64, ptr %9, align 8
  %311 = icmp eq i64 %307, %3
  %312 = icmp eq i64 %309, %3
  %313 = and i1 %311, %312
  br i1 %313, label %314, label %316
314:                                              ; preds = %305
  %315 = mul nsw i64 %310, %3
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %306, ptr align 1 %308, i64 %315, i1 false)
  br label %396
316:                                              ; preds = %305
  %317 = icmp sgt i64 %310, 0
  br i1 %248, label %324, label %318
318:                                              ; preds = %316
  br i1 %317, label %319, label %396
319:                                              ; preds = %318
  %320 = and i64 %310, 1
  %321 = icmp eq i64 %310, 1
  br i1 %321, label %388, label %322
322:                                              ; preds = %319
  %323 = and i64 %310, 9223372036854775806
  br label %359
324:                                              ; preds = %316
  br i1 %317, label %325, label %396
325:                                              ; preds = %324
  %326 = and i64 %310, 3
  %327 = icmp ult i64 %310, 4
  br i1 %327, label %374, label %328
328:                                              ; preds = %325
  %329 = and i64 %310, 9223372036854775804
  br label %330
330:                                              ; preds = %330, %328
  %331 = phi i64 [ 0, %328 ], [ %356, %330 ]
  %332 = phi i64 [ 0, %328 ], [ %357, %330 ]
  %333 = mul nsw i64 %331, %309
  %334 = getelementptr inbounds i8, ptr %308, i64 %333
  %335 = load i64, ptr %334, align 8
  %336 = mul nsw i64 %331, %307
  %337 = getelementptr inbounds i8, ptr %306, i64 %336
  store i64 %335, ptr %337, align 8
  %338 = or disjoint i64 %331, 1
  %339 = mul nsw i64 %338, %309
  %340 = getelementptr inbounds i8, ptr %308, i64 %339
  %341 = load i64, ptr %340, align 8
  %342 = mul nsw i64 %338, %307
  %343 = getelementptr inbounds i8, ptr %306, i64 %342
  store i64 %341, ptr %343, align 8
  %344 = or disjoint i64 %331, 2
  %345 = mul nsw i64 %344, %309
  %346 = getelementptr inbounds i8, ptr %308, i64 %345
  %347 = load i64, ptr %346, align 8
  %348 = mul nsw i64 %344, %307
  %349 = getelementptr inbounds i8, ptr %306, i64 %348
  store i64 %347, ptr %349, align 8
  %350 = or disjoint i64 %331, 3
  %351 = mul nsw i64 %350, %309
  %352 = getelementptr inbounds i8, ptr %308, i64 %351
  %353 = load i64, ptr %352, align 8
  %354 = mul nsw i64 %350, %307
  %355 = getelementptr inbounds i8, ptr %306, i64 %354
  store i64 %353, ptr %355, align 8
  %356 = add nuw nsw i64 %331, 4
  %357 = add i64 %332, 4
  %358 = icmp eq i64 %357, %329
  br i1 %358, label %374, label %330
359:                                              ; preds = %359, %322
  %360 = phi i64 [ 0, %322 ], [ %371, %359 ]
  %361 = phi i64 [ 0, %322 ], [ %372, %359 ]
  %362 = mul nsw i64 %360, %307
  %363 = getelementptr inbounds i8, ptr %306, i64 %362
  %364 = mul nsw i64 %360, %309
  %365 = getelementptr inbounds i8, ptr %308, i64 %364
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %363, ptr align 1 %365, i64 %3, i1 false)
  %366 = or disjoint i64 %360, 1
  %367 = mul nsw i64 %366, %307
  %368 = getelementptr inbounds i8, ptr %306, i64 %367
  %369 = mul nsw i64 %366, %309
  %370 = getelementptr inbounds i8, ptr %308, i64 %369
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %368, ptr align 1 %370, i64 %3, i1 false)
  %371 = add nuw nsw i64 %360, 2
  %372 = add i64 %361, 2
  %373 = icmp eq i64 %372, %323
  br i1 %373, label %388, label %359
374:                                              ; preds = %330, %325
  %375 = phi i64 [ 0, %325 ], [ %356, %330 ]
  %376 = icmp eq i64 %326, 0
  br i1 %376, label %396, label %377
377:                                              ; preds = %374, %377
  %378 = phi i64 [ %385, %377 ], [ %375, %374 ]
  %379 = phi i64 [ %386, %377 ], [ 0, %374 ]
  %380 = mul nsw i64 %378, %309
  %381 = getelementptr inbounds i8, ptr %308, i64 %380
  %382 = load i64, ptr %381, align 8
  %383 = mul nsw i64 %378, %307
  %384 = getelementptr inbounds i8, ptr %306, i64 %383
  store i64 %382, ptr %384, align 8
  %385 = add nuw nsw i64 %378, 1
  %386 = add i64 %379, 1
  %387 = icmp eq i64 %386, %326
  br i1 %387, label %396, label %377
388:                                              ; preds = %359, %319
  %389 = phi i64 [ 0, %319 ], [ %371, %359 ]
  %390 = icmp eq i64 %320, 0
  br i1 %390, label %396, label %391
391:                                              ; preds = %388
  %392 = mul nsw i64 %389, %307
  %393 = getelementptr inbounds i8, ptr %306, i64 %392
  %394 = mul nsw i64 %389, %309
  %395 = getelementptr inbounds i8, ptr %308, i64 %394
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %393, ptr align 1 %395, i64 %3, i1 false)
  br label %396
396:                                              ; preds = %391, %388, %374, %377, %324, %318, %314, %300
  br i1 %254, label %397, label %440
397:                                              ; preds = %396, %437
  %398 = phi i64 [ %438, %437 ], [ %253, %396 ]
  %399 = getelementptr inbounds [4 x i64], ptr %7, i64 0, i64 %398
  %400 = load i64, ptr %399, align 8
  %401 = add nsw i64 %400, 1
  store i64 %401, ptr %399, align 8
  %402 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %398
  %403 = load i64, ptr %402, align 8
  %404 = icmp slt i64 %401, %403
  br i1 %175, label %405, label %417
405:                                              ; preds = %397
  %406 = sub nsw i64 1, %403
  %407 = select i1 %404, i64 1, i64 %406
  br i1 %256, label %408, label %418
408:                                              ; preds = %418, %405
  %409 = phi i64 [ 0, %405 ], [ %434, %418 ]
  br i1 %258, label %417, label %410
410:                                              ; preds = %408
  %411 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %409, i32 1, i64 %398
  %412 = load i64, ptr %411, align 8
  %413 = mul nsw i64 %412, %407
  %414 = getelementptr inbounds [3 x ptr], ptr %10, i64 0, i64 %409
  %415 = load ptr, ptr %414, align 8
  %416 = getelementptr inbounds i8, ptr %415, i64 %413
  store ptr %416, ptr %414, align 8
  br label %417
417:                                              ; preds = %410, %408, %397
  br i1 %404, label %440, label %437
418:                                              ; preds = %405, %418
  %419 = phi i64 [ %434, %418 ], [ 0, %405 ]
  %420 = phi i64 [ %435, %418 ], [ 0, %405 ]
  %421 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %419, i32 1, i64 %398
  %422 = load i64, ptr %421, align 8
  %423 = mul nsw i64 %422, %407
  %424 = getelementptr inbounds [3 x ptr], ptr %10, i64 0, i64 %419
  %425 = load ptr, ptr %424, align 16
  %426 = getelementptr inbounds i8, ptr %425, i64 %423
  store ptr %426, ptr %424, align 16
  %427 = or disjoint i64 %419, 1
  %428 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %427, i32 1, i64 %398
  %429 = load i64, ptr %428, align 8
  %430 = mul nsw i64 %429, %407
  %431 = getelementptr inbounds [3 x ptr], ptr %10, i64 0, i64 %427
  %432 = load ptr, ptr %431, align 8
  %433 = getelementptr inbounds i8, ptr %432, i64 %430
  store ptr %433, ptr %431, align 8
  %434 = add nuw nsw i64 %419, 2
  %435 = add i64 %420, 2
  %436 = icmp eq i64 %435, %257
  br i1 %436, label %408, label %418
437:                                              ; preds = %417
  store i64 0, ptr %399, align 8
  %438 = add nsw i64 %398, -1
  %439 = icmp sgt i64 %398, 0
  br i1 %439, label %397, label %440
440:                                              ; preds = %437, %417, %396
  %441 = add nuw nsw i64 %299, 1
  %442 = icmp eq i64 %441, %245
  br i1 %442, label %297, label %298
443:                                              ; preds = %297, %16
  ret void
}
define internal fastcc ptr @ready_array(ptr noundef %0, ptr noundef %1) unnamed_addr {
  %3 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %4 = load ptr, ptr @core, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %18, label %6
6:                                                ; preds = %2
  %7 = getelementptr inbounds %struct.Type, ptr %3, i64 0, i32 5
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %8, @handle_dealloc
  br i1 %9, label %10, label %18
10:                                               ; preds = %6
  %11 = getelementptr inbounds %struct.Handle, ptr %4, i64 0, i32 1
  %12 = load ptr, ptr %11, align 8
  store ptr %12, ptr @core, align 8
  %13 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  %14 = add nsw i64 %13, -1
  store i64 %14, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  store i64 1, ptr %4, align 8
  %15 = getelementptr inbounds %struct.Object, ptr %4, i64 0, i32 1
  store ptr %3, ptr %15, align 8
  %16 = load i64, ptr %3, align 8
  %17 = add nsw i64 %16, 1
  store i64 %17, ptr %3, align 8
  br label %24
18:                                               ; preds = %2, %6
  %19 = tail call ptr @PyType_GenericAlloc(ptr noundef %3, i64 noundef 0)
  %20 = icmp eq ptr %19, null
  br i1 %20, label %21, label %24
21:                                               ; preds = %18
  %22 = icmp eq ptr %1, null
  br i1 %22, label %30, label %23
23:                                               ; preds = %21
  tail call void @Py_DecRef(ptr noundef nonnull %1)
  br label %30
24:                                               ; preds = %10, %18
  %25 = phi ptr [ %4, %10 ], [ %19, %18 ]
  %26 = getelementptr inbounds %struct.Handle, ptr %25, i64 0, i32 1
  store i64 -1, ptr %26, align 8
  %27 = getelementptr inbounds %struct.Handle, ptr %25, i64 0, i32 2
  store i64 -1, ptr %27, align 8
  %28 = getelementptr inbounds %struct.Handle, ptr %25, i64 0, i32 3
  store ptr %0, ptr %28, align 8
  tail call void @Py_IncRef(ptr noundef %0)
  %29 = getelementptr inbounds %struct.Handle, ptr %25, i64 0, i32 4
  store ptr %1, ptr %29, align 8
  br label %30
30:                                               ; preds = %23, %21, %24
  %31 = phi ptr [ %25, %24 ], [ null, %21 ], [ null, %23 ]
  ret ptr %31
}
define internal fastcc noundef i32 @assign_at_once(ptr noundef readonly %0, ptr noundef %1, ptr noundef %2) unnamed_addr {
  %4 = alloca %struct.Grid, align 8
  %5 = alloca i64, align 8
  %6 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %7 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %201, label %9
9:                                                ; preds = %3
  %10 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %11 = load ptr, ptr %10, align 8
  %12 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %13 = icmp eq ptr %11, %12
  br i1 %13, label %14, label %201
14:                                               ; preds = %9
  %15 = getelementptr inbounds %struct.Type, ptr %11, i64 0, i32 5
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, @handle_dealloc
  br i1 %17, label %18, label %201
18:                                               ; preds = %14
  %19 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 5
  %20 = load ptr, ptr %19, align 8
  %21 = icmp eq ptr %20, null
  %22 = icmp eq ptr %20, @_Py_NoneStruct
  %23 = or i1 %21, %22
  %24 = select i1 %23, ptr %1, ptr %20
  %25 = getelementptr inbounds %struct.Handle, ptr %24, i64 0, i32 4
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  %28 = icmp eq ptr %26, @_Py_NoneStruct
  %29 = or i1 %27, %28
  br i1 %29, label %201, label %30
30:                                               ; preds = %18
  %31 = getelementptr inbounds %struct.Handle, ptr %24, i64 0, i32 1
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %34 = load i64, ptr %33, align 8
  %35 = icmp eq i64 %32, %34
  br i1 %35, label %201, label %36
36:                                               ; preds = %30
  %37 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %38 = load i64, ptr %37, align 8
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %40, label %201
40:                                               ; preds = %36
  %41 = tail call fastcc ptr @place_of(ptr noundef nonnull %1)
  %42 = icmp eq ptr %41, null
  br i1 %42, label %201, label %43
43:                                               ; preds = %40
  %44 = getelementptr inbounds %struct.Place, ptr %41, i64 0, i32 4
  %45 = load i64, ptr %44, align 8
  %46 = icmp slt i64 %45, 7
  br i1 %46, label %47, label %201
47:                                               ; preds = %43
  %48 = getelementptr inbounds %struct.Object, ptr %2, i64 0, i32 1
  %49 = load ptr, ptr %48, align 8
  %50 = getelementptr inbounds %struct.Type, ptr %49, i64 0, i32 5
  %51 = load ptr, ptr %50, align 8
  %52 = icmp eq ptr %51, @handle_dealloc
  br i1 %52, label %53, label %86
53:                                               ; preds = %47
  %54 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %55 = icmp eq ptr %49, %54
  %56 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 6), align 8
  %57 = icmp eq ptr %49, %56
  %58 = select i1 %55, i1 true, i1 %57
  br i1 %58, label %59, label %201
59:                                               ; preds = %53
  %60 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 5
  %61 = load ptr, ptr %60, align 8
  %62 = icmp eq ptr %61, null
  %63 = icmp eq ptr %61, @_Py_NoneStruct
  %64 = or i1 %62, %63
  %65 = select i1 %64, ptr %2, ptr %61
  %66 = getelementptr inbounds %struct.Handle, ptr %65, i64 0, i32 4
  %67 = load ptr, ptr %66, align 8
  %68 = icmp eq ptr %67, null
  %69 = icmp eq ptr %67, @_Py_NoneStruct
  %70 = or i1 %68, %69
  br i1 %70, label %201, label %71
71:                                               ; preds = %59
  %72 = getelementptr inbounds %struct.Handle, ptr %65, i64 0, i32 1
  %73 = load i64, ptr %72, align 8
  %74 = load i64, ptr %33, align 8
  %75 = icmp eq i64 %73, %74
  br i1 %75, label %201, label %76
76:                                               ; preds = %71
  %77 = load i64, ptr %37, align 8
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %79, label %201
79:                                               ; preds = %76
  %80 = tail call fastcc ptr @place_of(ptr noundef nonnull %2)
  %81 = icmp eq ptr %80, null
  br i1 %81, label %201, label %82
82:                                               ; preds = %79
  %83 = getelementptr inbounds %struct.Place, ptr %80, i64 0, i32 4
  %84 = load i64, ptr %83, align 8
  %85 = icmp slt i64 %84, 7
  br i1 %85, label %88, label %201
86:                                               ; preds = %47
  %87 = icmp eq ptr %49, @PyBool_Type
  br i1 %87, label %201, label %91
88:                                               ; preds = %82
  %89 = tail call fastcc i32 @is_still(ptr noundef nonnull %0, i64 noundef %6, ptr noundef nonnull %1, ptr noundef nonnull %41, ptr noundef nonnull %2, ptr noundef nonnull %80)
  %90 = icmp eq i32 %89, 0
  br i1 %90, label %201, label %94
91:                                               ; preds = %86
  %92 = tail call fastcc i32 @is_still(ptr noundef nonnull %0, i64 noundef %6, ptr noundef nonnull %1, ptr noundef nonnull %41, ptr noundef nonnull %2, ptr noundef null)
  %93 = icmp eq i32 %92, 0
  br i1 %93, label %201, label %105
94:                                               ; preds = %88
  %95 = getelementptr inbounds %struct.Place, ptr %80, i64 0, i32 4
  %96 = load i64, ptr %95, align 8
  %97 = load i64, ptr %44, align 8
  %98 = icmp eq i64 %96, %97
  br i1 %98, label %99, label %201
99:                                               ; preds = %94
  %100 = getelementptr inbounds %struct.Place, ptr %80, i64 0, i32 7
  %101 = load i64, ptr %100, align 8
  %102 = getelementptr inbounds %struct.Place, ptr %41, i64 0, i32 7
  %103 = load i64, ptr %102, align 8
  %104 = icmp sgt i64 %101, %103
  br i1 %104, label %201, label %105
105:                                              ; preds = %91, %99
  %106 = phi ptr [ %80, %99 ], [ null, %91 ]
  %107 = load ptr, ptr %19, align 8
  %108 = icmp eq ptr %107, null
  %109 = icmp eq ptr %107, @_Py_NoneStruct
  %110 = or i1 %108, %109
  %111 = select i1 %110, ptr %1, ptr %107
  call void @llvm.lifetime.start.p0(i64 168, ptr nonnull %4)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5)
  %112 = getelementptr inbounds %struct.Handle, ptr %111, i64 0, i32 4
  %113 = load ptr, ptr %112, align 8
  %114 = load i64, ptr %113, align 8
  %115 = icmp eq i64 %114, 1
  br i1 %115, label %116, label %199
116:                                              ; preds = %105
  %117 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %118 = getelementptr inbounds i8, ptr %113, i64 %117
  %119 = load ptr, ptr %118, align 8
  %120 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 7), align 8
  %121 = icmp eq ptr %119, %120
  br i1 %121, label %122, label %199
122:                                              ; preds = %116
  %123 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 12), align 8
  %124 = getelementptr inbounds i8, ptr %113, i64 %123
  %125 = load ptr, ptr %124, align 8
  %126 = icmp eq ptr %125, @_Py_NoneStruct
  br i1 %126, label %127, label %199
127:                                              ; preds = %122
  %128 = call fastcc i32 @broadcast(ptr noundef nonnull %4, ptr noundef %106, ptr noundef nonnull %41)
  %129 = icmp eq i32 %128, 0
  br i1 %129, label %199, label %130
130:                                              ; preds = %127
  %131 = load i64, ptr %4, align 8
  %132 = icmp sgt i64 %131, 0
  br i1 %132, label %136, label %143
133:                                              ; preds = %136
  %134 = add nuw nsw i64 %137, 1
  %135 = icmp eq i64 %134, %131
  br i1 %135, label %143, label %136
136:                                              ; preds = %130, %133
  %137 = phi i64 [ %134, %133 ], [ 0, %130 ]
  %138 = getelementptr inbounds %struct.Grid, ptr %4, i64 0, i32 1, i64 %137
  %139 = load i64, ptr %138, align 8
  %140 = getelementptr inbounds %struct.Place, ptr %41, i64 0, i32 8, i64 %137
  %141 = load i64, ptr %140, align 8
  %142 = icmp eq i64 %139, %141
  br i1 %142, label %133, label %199
143:                                              ; preds = %133, %130
  %144 = load ptr, ptr %112, align 8
  %145 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %146 = getelementptr inbounds i8, ptr %144, i64 %145
  %147 = load ptr, ptr %146, align 8
  %148 = tail call i64 @PyLong_AsSsize_t(ptr noundef %147)
  %149 = inttoptr i64 %148 to ptr
  %150 = getelementptr inbounds %struct.Place, ptr %41, i64 0, i32 6
  %151 = load i64, ptr %150, align 8
  %152 = getelementptr inbounds i8, ptr %149, i64 %151
  %153 = getelementptr inbounds %struct.Grid, ptr %4, i64 0, i32 3
  %154 = getelementptr inbounds %struct.Grid, ptr %4, i64 0, i32 3, i64 1
  store ptr %152, ptr %154, align 8
  br i1 %52, label %159, label %155
155:                                              ; preds = %143
  %156 = call fastcc i32 @overwrite(ptr noundef nonnull %41, ptr noundef nonnull %5, ptr noundef %2)
  %157 = icmp eq i32 %156, 0
  br i1 %157, label %199, label %158
158:                                              ; preds = %155
  store ptr %5, ptr %153, align 8
  br label %189
159:                                              ; preds = %143
  %160 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 5
  %161 = load ptr, ptr %160, align 8
  %162 = icmp eq ptr %161, null
  %163 = icmp eq ptr %161, @_Py_NoneStruct
  %164 = or i1 %162, %163
  %165 = select i1 %164, ptr %2, ptr %161
  %166 = getelementptr inbounds %struct.Handle, ptr %165, i64 0, i32 4
  %167 = load ptr, ptr %166, align 8
  %168 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %169 = getelementptr inbounds i8, ptr %167, i64 %168
  %170 = load ptr, ptr %169, align 8
  %171 = tail call i64 @PyLong_AsSsize_t(ptr noundef %170)
  %172 = inttoptr i64 %171 to ptr
  %173 = getelementptr inbounds %struct.Place, ptr %106, i64 0, i32 6
  %174 = load i64, ptr %173, align 8
  %175 = getelementptr inbounds i8, ptr %172, i64 %174
  store ptr %175, ptr %153, align 8
  %176 = load ptr, ptr %160, align 8
  %177 = icmp eq ptr %176, null
  %178 = icmp eq ptr %176, @_Py_NoneStruct
  %179 = or i1 %177, %178
  %180 = select i1 %179, ptr %2, ptr %176
  %181 = icmp ne ptr %180, %111
  %182 = icmp eq ptr %106, %41
  %183 = or i1 %182, %181
  br i1 %183, label %189, label %184
184:                                              ; preds = %159
  %185 = getelementptr inbounds %struct.Place, ptr %41, i64 0, i32 5
  %186 = load i64, ptr %185, align 8
  %187 = call fastcc i32 @set_aside(ptr noundef nonnull %4, i64 noundef 0, i64 noundef 1, i64 noundef %186)
  %188 = icmp eq i32 %187, 0
  br i1 %188, label %199, label %189
189:                                              ; preds = %159, %184, %158
  %190 = getelementptr inbounds %struct.Place, ptr %41, i64 0, i32 5
  %191 = load i64, ptr %190, align 8
  call fastcc void @go_through(ptr noundef nonnull %4, i64 noundef 2, ptr noundef null, i64 noundef %191)
  %192 = getelementptr inbounds %struct.Handle, ptr %111, i64 0, i32 7
  %193 = load i64, ptr %192, align 8
  %194 = add nsw i64 %193, 1
  store i64 %194, ptr %192, align 8
  %195 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %196 = getelementptr inbounds %struct.Counts, ptr %195, i64 0, i32 12
  %197 = load i64, ptr %196, align 8
  %198 = add nsw i64 %197, 1
  store i64 %198, ptr %196, align 8
  br label %199
199:                                              ; preds = %136, %105, %116, %184, %155, %122, %127, %189
  %200 = phi i32 [ 1, %189 ], [ 0, %127 ], [ 0, %122 ], [ 0, %155 ], [ 0, %184 ], [ 0, %116 ], [ 0, %105 ], [ 0, %136 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  call void @llvm.lifetime.end.p0(i64 168, ptr nonnull %4)
  br label %201
201:                                              ; preds = %91, %82, %59, %71, %79, %76, %53, %14, %18, %30, %40, %36, %88, %94, %99, %3, %9, %43, %86, %199
  %202 = phi i32 [ %200, %199 ], [ 0, %86 ], [ 0, %43 ], [ 0, %9 ], [ 0, %3 ], [ 0, %99 ], [ 0, %94 ], [ 0, %88 ], [ 0, %36 ], [ 0, %40 ], [ 0, %30 ], [ 0, %18 ], [ 0, %14 ], [ 0, %53 ], [ 0, %76 ], [ 0, %79 ], [ 0, %71 ], [ 0, %59 ], [ 0, %82 ], [ 0, %91 ]
  ret i32 %202
}
define internal fastcc i32 @broadcast(ptr nocapture noundef %0, ptr noundef readonly %1, ptr noundef readonly %2) unnamed_addr {
  %4 = icmp ne ptr %1, null
  %5 = select i1 %4, ptr %1, ptr %2
  %6 = getelementptr inbounds %struct.Place, ptr %5, i64 0, i32 7
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 1
  br i1 %8, label %9, label %49
9:                                                ; preds = %3
  %10 = icmp ne ptr %2, null
  %11 = and i1 %4, %10
  br i1 %11, label %12, label %26
12:                                               ; preds = %9
  %13 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 7
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, 1
  br i1 %15, label %16, label %50
16:                                               ; preds = %12
  %17 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 8
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 8
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %18, %20
  br i1 %21, label %22, label %50
22:                                               ; preds = %16
  store i64 1, ptr %0, align 8
  %23 = load i64, ptr %17, align 8
  %24 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 2
  store i64 %23, ptr %24, align 8
  %25 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1
  store i64 %23, ptr %25, align 8
  br label %31
26:                                               ; preds = %9
  store i64 1, ptr %0, align 8
  %27 = getelementptr inbounds %struct.Place, ptr %5, i64 0, i32 8
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 2
  store i64 %28, ptr %29, align 8
  %30 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1
  store i64 %28, ptr %30, align 8
  br i1 %4, label %31, label %35
31:                                               ; preds = %22, %26
  %32 = phi i64 [ %23, %22 ], [ %28, %26 ]
  %33 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 9
  %34 = load i64, ptr %33, align 8
  br label %35
35:                                               ; preds = %26, %31
  %36 = phi i64 [ %32, %31 ], [ %28, %26 ]
  %37 = phi i64 [ %34, %31 ], [ 0, %26 ]
  %38 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 0, i32 1
  store i64 %37, ptr %38, align 8
  br i1 %10, label %39, label %42
39:                                               ; preds = %35
  %40 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 9
  %41 = load i64, ptr %40, align 8
  br label %42
42:                                               ; preds = %35, %39
  %43 = phi i64 [ %41, %39 ], [ 0, %35 ]
  %44 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 1, i32 1
  store i64 %43, ptr %44, align 8
  %45 = icmp ne i64 %36, 0
  %46 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %47 = icmp sle i64 %36, %46
  %48 = select i1 %45, i1 %47, i1 false
  br label %123
49:                                               ; preds = %3
  br i1 %4, label %50, label %53
50:                                               ; preds = %12, %16, %49
  %51 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 7
  %52 = load i64, ptr %51, align 8
  br label %53
53:                                               ; preds = %49, %50
  %54 = phi i64 [ %52, %50 ], [ 0, %49 ]
  %55 = icmp eq ptr %2, null
  br i1 %55, label %60, label %56
56:                                               ; preds = %53
  %57 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 7
  %58 = load i64, ptr %57, align 8
  %59 = tail call i64 @llvm.smax.i64(i64 %58, i64 %54)
  br label %60
60:                                               ; preds = %56, %53
  %61 = phi i64 [ %54, %53 ], [ %59, %56 ]
  store i64 %61, ptr %0, align 8
  %62 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 2
  store i64 1, ptr %62, align 8
  %63 = icmp sgt i64 %61, 0
  br i1 %63, label %64, label %117
64:                                               ; preds = %60
  %65 = icmp eq ptr %1, null
  %66 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 7
  %67 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 7
  br label %68
68:                                               ; preds = %64, %111
  %69 = phi i64 [ %115, %111 ], [ 0, %64 ]
  %70 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %69
  store i64 1, ptr %70, align 8
  br i1 %65, label %76, label %71
71:                                               ; preds = %68
  %72 = load i64, ptr %66, align 8
  %73 = sub i64 %72, %61
  %74 = add i64 %73, %69
  %75 = icmp sgt i64 %74, -1
  br i1 %75, label %78, label %76
76:                                               ; preds = %68, %71
  %77 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 0, i32 1, i64 %69
  store i64 0, ptr %77, align 8
  br label %88
78:                                               ; preds = %71
  %79 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 8, i64 %74
  %80 = load i64, ptr %79, align 8
  %81 = icmp eq i64 %80, 1
  br i1 %81, label %82, label %84
82:                                               ; preds = %78
  %83 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 0, i32 1, i64 %69
  store i64 0, ptr %83, align 8
  br label %88
84:                                               ; preds = %78
  %85 = getelementptr inbounds %struct.Place, ptr %1, i64 0, i32 9, i64 %74
  %86 = load i64, ptr %85, align 8
  %87 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 0, i32 1, i64 %69
  store i64 %86, ptr %87, align 8
  store i64 %80, ptr %70, align 8
  br label %88
88:                                               ; preds = %82, %84, %76
  %89 = phi i64 [ 1, %82 ], [ %80, %84 ], [ 1, %76 ]
  br i1 %55, label %109, label %90
90:                                               ; preds = %88
  %91 = load i64, ptr %67, align 8
  %92 = sub i64 %91, %61
  %93 = add i64 %92, %69
  %94 = icmp sgt i64 %93, -1
  br i1 %94, label %95, label %109
95:                                               ; preds = %90
  %96 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 8, i64 %93
  %97 = load i64, ptr %96, align 8
  %98 = icmp eq i64 %97, 1
  br i1 %98, label %107, label %99
99:                                               ; preds = %95
  %100 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 9, i64 %93
  %101 = load i64, ptr %100, align 8
  %102 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 1, i32 1, i64 %69
  store i64 %101, ptr %102, align 8
  %103 = icmp eq i64 %89, 1
  %104 = icmp eq i64 %89, %97
  %105 = or i1 %103, %104
  br i1 %105, label %106, label %123
106:                                              ; preds = %99
  store i64 %97, ptr %70, align 8
  br label %111
107:                                              ; preds = %95
  %108 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 1, i32 1, i64 %69
  store i64 0, ptr %108, align 8
  br label %111
109:                                              ; preds = %90, %88
  %110 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 1, i32 1, i64 %69
  store i64 0, ptr %110, align 8
  br label %111
111:                                              ; preds = %109, %107, %106
  %112 = phi i64 [ %89, %109 ], [ %89, %107 ], [ %97, %106 ]
  %113 = load i64, ptr %62, align 8
  %114 = mul nsw i64 %113, %112
  store i64 %114, ptr %62, align 8
  %115 = add nuw nsw i64 %69, 1
  %116 = icmp eq i64 %115, %61
  br i1 %116, label %117, label %68
117:                                              ; preds = %111, %60
  %118 = phi i64 [ 1, %60 ], [ %114, %111 ]
  %119 = icmp ne i64 %118, 0
  %120 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %121 = icmp sle i64 %118, %120
  %122 = select i1 %119, i1 %121, i1 false
  br label %123
123:                                              ; preds = %99, %117, %42
  %124 = phi i1 [ %48, %42 ], [ %122, %117 ], [ false, %99 ]
  %125 = zext i1 %124 to i32
  ret i32 %125
}
define internal fastcc noundef i32 @set_aside(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3) unnamed_addr {
  %5 = alloca [2 x ptr], align 16
  %6 = alloca [2 x ptr], align 16
  %7 = alloca %struct.Grid, align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6)
  %8 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %1
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds ptr, ptr %5, i64 1
  store ptr %9, ptr %10, align 8
  store ptr %9, ptr %5, align 16
  %11 = load i64, ptr %0, align 8
  %12 = icmp sgt i64 %11, 0
  br i1 %12, label %13, label %19
13:                                               ; preds = %4
  %14 = add nsw i64 %11, -1
  %15 = and i64 %11, 1
  %16 = icmp eq i64 %14, 0
  br i1 %16, label %52, label %17
17:                                               ; preds = %13
  %18 = and i64 %11, 9223372036854775806
  br label %23
19:                                               ; preds = %4
  %20 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %2
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds ptr, ptr %6, i64 1
  br label %124
23:                                               ; preds = %23, %17
  %24 = phi i64 [ 0, %17 ], [ %49, %23 ]
  %25 = phi i64 [ 0, %17 ], [ %50, %23 ]
  %26 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %24
  %27 = load i64, ptr %26, align 8
  %28 = add nsw i64 %27, -1
  %29 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %1, i32 1, i64 %24
  %30 = load i64, ptr %29, align 8
  %31 = mul nsw i64 %28, %30
  %32 = icmp sgt i64 %30, 0
  %33 = zext i1 %32 to i64
  %34 = getelementptr inbounds ptr, ptr %5, i64 %33
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds i8, ptr %35, i64 %31
  store ptr %36, ptr %34, align 8
  %37 = or disjoint i64 %24, 1
  %38 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %37
  %39 = load i64, ptr %38, align 8
  %40 = add nsw i64 %39, -1
  %41 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %1, i32 1, i64 %37
  %42 = load i64, ptr %41, align 8
  %43 = mul nsw i64 %40, %42
  %44 = icmp sgt i64 %42, 0
  %45 = zext i1 %44 to i64
  %46 = getelementptr inbounds ptr, ptr %5, i64 %45
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds i8, ptr %47, i64 %43
  store ptr %48, ptr %46, align 8
  %49 = add nuw nsw i64 %24, 2
  %50 = add i64 %25, 2
  %51 = icmp eq i64 %50, %18
  br i1 %51, label %52, label %23
52:                                               ; preds = %23, %13
  %53 = phi i64 [ 0, %13 ], [ %49, %23 ]
  %54 = icmp eq i64 %15, 0
  br i1 %54, label %67, label %55
55:                                               ; preds = %52
  %56 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %53
  %57 = load i64, ptr %56, align 8
  %58 = add nsw i64 %57, -1
  %59 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %1, i32 1, i64 %53
  %60 = load i64, ptr %59, align 8
  %61 = mul nsw i64 %58, %60
  %62 = icmp sgt i64 %60, 0
  %63 = zext i1 %62 to i64
  %64 = getelementptr inbounds ptr, ptr %5, i64 %63
  %65 = load ptr, ptr %64, align 8
  %66 = getelementptr inbounds i8, ptr %65, i64 %61
  store ptr %66, ptr %64, align 8
  br label %67
67:                                               ; preds = %52, %55
  %68 = load ptr, ptr %10, align 8
  %69 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %2
  %70 = load ptr, ptr %69, align 8
  %71 = getelementptr inbounds ptr, ptr %6, i64 1
  store ptr %70, ptr %71, align 8
  store ptr %70, ptr %6, align 16
  %72 = and i64 %11, 1
  %73 = icmp eq i64 %14, 0
  br i1 %73, label %76, label %74
74:                                               ; preds = %67
  %75 = and i64 %11, 9223372036854775806
  br label %95
76:                                               ; preds = %95, %67
  %77 = phi i64 [ 0, %67 ], [ %121, %95 ]
  %78 = icmp eq i64 %72, 0
  br i1 %78, label %91, label %79
79:                                               ; preds = %76
  %80 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %77
  %81 = load i64, ptr %80, align 8
  %82 = add nsw i64 %81, -1
  %83 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %2, i32 1, i64 %77
  %84 = load i64, ptr %83, align 8
  %85 = mul nsw i64 %82, %84
  %86 = icmp sgt i64 %84, 0
  %87 = zext i1 %86 to i64
  %88 = getelementptr inbounds ptr, ptr %6, i64 %87
  %89 = load ptr, ptr %88, align 8
  %90 = getelementptr inbounds i8, ptr %89, i64 %85
  store ptr %90, ptr %88, align 8
  br label %91
91:                                               ; preds = %76, %79
  %92 = load ptr, ptr %71, align 8
  %93 = load ptr, ptr %6, align 16
  %94 = load ptr, ptr %5, align 16
  br label %124
95:                                               ; preds = %95, %74
  %96 = phi i64 [ 0, %74 ], [ %121, %95 ]
  %97 = phi i64 [ 0, %74 ], [ %122, %95 ]
  %98 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %96
  %99 = load i64, ptr %98, align 8
  %100 = add nsw i64 %99, -1
  %101 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %2, i32 1, i64 %96
  %102 = load i64, ptr %101, align 8
  %103 = mul nsw i64 %100, %102
  %104 = icmp sgt i64 %102, 0
  %105 = zext i1 %104 to i64
  %106 = getelementptr inbounds ptr, ptr %6, i64 %105
  %107 = load ptr, ptr %106, align 8
  %108 = getelementptr inbounds i8, ptr %107, i64 %103
  store ptr %108, ptr %106, align 8
  %109 = or disjoint i64 %96, 1
  %110 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %109
  %111 = load i64, ptr %110, align 8
  %112 = add nsw i64 %111, -1
  %113 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %2, i32 1, i64 %109
  %114 = load i64, ptr %113, align 8
  %115 = mul nsw i64 %112, %114
  %116 = icmp sgt i64 %114, 0
  %117 = zext i1 %116 to i64
  %118 = getelementptr inbounds ptr, ptr %6, i64 %117
  %119 = load ptr, ptr %118, align 8
  %120 = getelementptr inbounds i8, ptr %119, i64 %115
  store ptr %120, ptr %118, align 8
  %121 = add nuw nsw i64 %96, 2
  %122 = add i64 %97, 2
  %123 = icmp eq i64 %122, %75
  br i1 %123, label %76, label %95
124:                                              ; preds = %19, %91
  %125 = phi ptr [ %94, %91 ], [ %9, %19 ]
  %126 = phi ptr [ %93, %91 ], [ %21, %19 ]
  %127 = phi ptr [ %71, %91 ], [ %22, %19 ]
  %128 = phi ptr [ %68, %91 ], [ %9, %19 ]
  %129 = phi ptr [ %92, %91 ], [ %21, %19 ]
  %130 = getelementptr inbounds i8, ptr %128, i64 %3
  %131 = getelementptr inbounds i8, ptr %129, i64 %3
  store ptr %131, ptr %127, align 8
  %132 = icmp ugt ptr %130, %126
  %133 = icmp ugt ptr %131, %125
  %134 = select i1 %132, i1 %133, i1 false
  br i1 %134, label %135, label %233
135:                                              ; preds = %124
  %136 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 2
  %137 = load i64, ptr %136, align 8
  %138 = mul nsw i64 %137, %3
  %139 = icmp sgt i64 %138, 65536
  br i1 %139, label %233, label %140
140:                                              ; preds = %135
  call void @llvm.lifetime.start.p0(i64 168, ptr nonnull %7)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(168) %7, ptr noundef nonnull align 8 dereferenceable(168) %0, i64 168, i1 false)
  %141 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %141, ptr noundef nonnull align 8 dereferenceable(40) %8, i64 40, i1 false)
  %142 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3, i64 1
  store ptr @scratch, ptr %142, align 8
  %143 = load i64, ptr %7, align 8
  %144 = icmp sgt i64 %143, 0
  br i1 %144, label %145, label %187
145:                                              ; preds = %140
  %146 = and i64 %143, 3
  %147 = icmp eq i64 %146, 0
  br i1 %147, label %159, label %148
148:                                              ; preds = %145, %148
  %149 = phi i64 [ %152, %148 ], [ %143, %145 ]
  %150 = phi i64 [ %156, %148 ], [ %3, %145 ]
  %151 = phi i64 [ %157, %148 ], [ 0, %145 ]
  %152 = add nsw i64 %149, -1
  %153 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3, i64 1, i32 1, i64 %152
  store i64 %150, ptr %153, align 8
  %154 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 1, i64 %152
  %155 = load i64, ptr %154, align 8
  %156 = mul nsw i64 %155, %150
  %157 = add i64 %151, 1
  %158 = icmp eq i64 %157, %146
  br i1 %158, label %159, label %148
159:                                              ; preds = %148, %145
  %160 = phi i64 [ %143, %145 ], [ %152, %148 ]
  %161 = phi i64 [ %3, %145 ], [ %156, %148 ]
  %162 = icmp ult i64 %143, 4
  br i1 %162, label %187, label %163
163:                                              ; preds = %159, %163
  %164 = phi i64 [ %181, %163 ], [ %160, %159 ]
  %165 = phi i64 [ %185, %163 ], [ %161, %159 ]
  %166 = add nsw i64 %164, -1
  %167 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3, i64 1, i32 1, i64 %166
  store i64 %165, ptr %167, align 8
  %168 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 1, i64 %166
  %169 = load i64, ptr %168, align 8
  %170 = mul nsw i64 %169, %165
  %171 = add nsw i64 %164, -2
  %172 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3, i64 1, i32 1, i64 %171
  store i64 %170, ptr %172, align 8
  %173 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 1, i64 %171
  %174 = load i64, ptr %173, align 8
  %175 = mul nsw i64 %174, %170
  %176 = add nsw i64 %164, -3
  %177 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3, i64 1, i32 1, i64 %176
  store i64 %175, ptr %177, align 8
  %178 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 1, i64 %176
  %179 = load i64, ptr %178, align 8
  %180 = mul nsw i64 %179, %175
  %181 = add nsw i64 %164, -4
  %182 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3, i64 1, i32 1, i64 %181
  store i64 %180, ptr %182, align 8
  %183 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 1, i64 %181
  %184 = load i64, ptr %183, align 8
  %185 = mul nsw i64 %184, %180
  %186 = icmp ugt i64 %176, 1
  br i1 %186, label %163, label %187
187:                                              ; preds = %159, %163, %140
  call fastcc void @go_through(ptr noundef nonnull %7, i64 noundef 2, ptr noundef null, i64 noundef %3)
  store ptr @scratch, ptr %8, align 8
  %188 = load i64, ptr %0, align 8
  %189 = icmp sgt i64 %188, 0
  br i1 %189, label %190, label %232
190:                                              ; preds = %187
  %191 = and i64 %188, 3
  %192 = icmp eq i64 %191, 0
  br i1 %192, label %204, label %193
193:                                              ; preds = %190, %193
  %194 = phi i64 [ %197, %193 ], [ %188, %190 ]
  %195 = phi i64 [ %201, %193 ], [ %3, %190 ]
  %196 = phi i64 [ %202, %193 ], [ 0, %190 ]
  %197 = add nsw i64 %194, -1
  %198 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %1, i32 1, i64 %197
  store i64 %195, ptr %198, align 8
  %199 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %197
  %200 = load i64, ptr %199, align 8
  %201 = mul nsw i64 %200, %195
  %202 = add i64 %196, 1
  %203 = icmp eq i64 %202, %191
  br i1 %203, label %204, label %193
204:                                              ; preds = %193, %190
  %205 = phi i64 [ %188, %190 ], [ %197, %193 ]
  %206 = phi i64 [ %3, %190 ], [ %201, %193 ]
  %207 = icmp ult i64 %188, 4
  br i1 %207, label %232, label %208
208:                                              ; preds = %204, %208
  %209 = phi i64 [ %226, %208 ], [ %205, %204 ]
  %210 = phi i64 [ %230, %208 ], [ %206, %204 ]
  %211 = add nsw i64 %209, -1
  %212 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %1, i32 1, i64 %211
  store i64 %210, ptr %212, align 8
  %213 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %211
  %214 = load i64, ptr %213, align 8
  %215 = mul nsw i64 %214, %210
  %216 = add nsw i64 %209, -2
  %217 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %1, i32 1, i64 %216
  store i64 %215, ptr %217, align 8
  %218 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %216
  %219 = load i64, ptr %218, align 8
  %220 = mul nsw i64 %219, %215
  %221 = add nsw i64 %209, -3
  %222 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %1, i32 1, i64 %221
  store i64 %220, ptr %222, align 8
  %223 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %221
  %224 = load i64, ptr %223, align 8
  %225 = mul nsw i64 %224, %220
  %226 = add nsw i64 %209, -4
  %227 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 3, i64 %1, i32 1, i64 %226
  store i64 %225, ptr %227, align 8
  %228 = getelementptr inbounds %struct.Grid, ptr %0, i64 0, i32 1, i64 %226
  %229 = load i64, ptr %228, align 8
  %230 = mul nsw i64 %229, %225
  %231 = icmp ugt i64 %221, 1
  br i1 %231, label %208, label %232
232:                                              ; preds = %204, %208, %187
  call void @llvm.lifetime.end.p0(i64 168, ptr nonnull %7)
  br label %233
233:                                              ; preds = %135, %124, %232
  %234 = phi i32 [ 1, %232 ], [ 1, %124 ], [ 0, %135 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  ret i32 %234
}
declare i32 @PyObject_SetItem(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr
define internal fastcc ptr @by_numpy(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, ptr nocapture noundef readonly %2, i64 noundef %3, ptr noundef %4, i64 noundef %5) unnamed_addr {
  %7 = alloca [8 x ptr], align 16
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %7)
  %8 = load ptr, ptr %1, align 8
  %9 = icmp eq ptr %4, null
  br i1 %9, label %13, label %10
10:                                               ; preds = %6
  %11 = getelementptr inbounds %struct.Tuple, ptr %4, i64 0, i32 1
  %12 = load i64, ptr %11, align 8
  br label %13
13:                                               ; preds = %6, %10
  %14 = phi i64 [ %12, %10 ], [ 0, %6 ]
  %15 = add i64 %14, %3
  %16 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %17 = icmp eq i64 %16, 0
  %18 = icmp eq ptr %8, null
  %19 = select i1 %17, i1 true, i1 %18
  %20 = icmp eq ptr %8, @_Py_NoneStruct
  %21 = select i1 %19, i1 true, i1 %20
  %22 = icmp sgt i64 %15, 8
  %23 = select i1 %21, i1 true, i1 %22
  br i1 %23, label %171, label %24
24:                                               ; preds = %13
  %25 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %28, label %171
28:                                               ; preds = %24
  br i1 %9, label %43, label %29
29:                                               ; preds = %28
  %30 = getelementptr inbounds %struct.Tuple, ptr %4, i64 0, i32 1
  %31 = load i64, ptr %30, align 8
  %32 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 57), align 8
  %33 = tail call i64 @llvm.smax.i64(i64 %31, i64 0)
  %34 = icmp slt i64 %31, 1
  br i1 %34, label %43, label %38
35:                                               ; preds = %38
  %36 = add nuw i64 %39, 1
  %37 = icmp eq i64 %36, %33
  br i1 %37, label %43, label %38
38:                                               ; preds = %29, %35
  %39 = phi i64 [ %36, %35 ], [ 0, %29 ]
  %40 = getelementptr inbounds %struct.Tuple, ptr %4, i64 0, i32 2, i64 %39
  %41 = load ptr, ptr %40, align 8
  %42 = icmp eq ptr %41, %32
  br i1 %42, label %171, label %35
43:                                               ; preds = %35, %29, %28
  %44 = icmp sgt i64 %15, 0
  br i1 %44, label %45, label %77
45:                                               ; preds = %43
  %46 = add i64 %5, -1
  %47 = icmp ult i64 %46, 2
  %48 = icmp eq i64 %5, 2
  br label %49
49:                                               ; preds = %45, %70
  %50 = phi i64 [ 0, %45 ], [ %72, %70 ]
  %51 = phi i64 [ 0, %45 ], [ %73, %70 ]
  %52 = getelementptr inbounds ptr, ptr %2, i64 %51
  %53 = load ptr, ptr %52, align 8
  %54 = tail call fastcc i32 @made_of(ptr noundef %53)
  %55 = icmp eq i32 %54, 0
  %56 = and i1 %47, %55
  br i1 %56, label %57, label %60
57:                                               ; preds = %49
  %58 = load ptr, ptr %52, align 8
  %59 = tail call fastcc i64 @sizes_in(ptr noundef %58)
  br label %62
60:                                               ; preds = %49
  %61 = icmp slt i32 %54, 0
  br i1 %61, label %171, label %62
62:                                               ; preds = %57, %60
  %63 = phi i64 [ %59, %57 ], [ 1, %60 ]
  %64 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %65 = icmp sgt i64 %63, %64
  br i1 %65, label %171, label %66
66:                                               ; preds = %62
  %67 = mul nsw i64 %63, %63
  %68 = icmp sgt i64 %67, %64
  %69 = select i1 %48, i1 %68, i1 false
  br i1 %69, label %171, label %70
70:                                               ; preds = %66
  %71 = zext nneg i32 %54 to i64
  %72 = or i64 %50, %71
  %73 = add nuw nsw i64 %51, 1
  %74 = icmp eq i64 %73, %15
  br i1 %74, label %75, label %49
75:                                               ; preds = %70
  %76 = icmp ne i64 %5, 0
  br i1 %76, label %79, label %83
77:                                               ; preds = %43
  %78 = icmp eq i64 %5, 0
  br i1 %78, label %171, label %110
79:                                               ; preds = %75
  %80 = icmp ne i64 %72, 0
  %81 = icmp slt i64 %5, 0
  %82 = and i1 %81, %80
  br i1 %82, label %171, label %85
83:                                               ; preds = %75
  %84 = icmp eq i64 %72, 0
  br i1 %84, label %171, label %85
85:                                               ; preds = %83, %79
  br i1 %44, label %86, label %110
86:                                               ; preds = %85
  %87 = load ptr, ptr %2, align 8
  %88 = tail call fastcc ptr @as_argument(ptr noundef %0, ptr noundef %87, i32 noundef 1024)
  store ptr %88, ptr %7, align 16
  %89 = icmp eq ptr %88, null
  br i1 %89, label %110, label %90
90:                                               ; preds = %86
  %91 = icmp eq i64 %15, 1
  br i1 %91, label %110, label %92
92:                                               ; preds = %90
  %93 = getelementptr inbounds ptr, ptr %2, i64 1
  %94 = load ptr, ptr %93, align 8
  %95 = tail call fastcc ptr @as_argument(ptr noundef %0, ptr noundef %94, i32 noundef 1024)
  %96 = getelementptr inbounds [8 x ptr], ptr %7, i64 0, i64 1
  store ptr %95, ptr %96, align 8
  %97 = icmp eq ptr %95, null
  br i1 %97, label %110, label %98
98:                                               ; preds = %92
  %99 = icmp eq i64 %15, 2
  br i1 %99, label %110, label %100
100:                                              ; preds = %98, %107
  %101 = phi i64 [ %108, %107 ], [ 2, %98 ]
  %102 = getelementptr inbounds ptr, ptr %2, i64 %101
  %103 = load ptr, ptr %102, align 8
  %104 = tail call fastcc ptr @as_argument(ptr noundef %0, ptr noundef %103, i32 noundef 0)
  %105 = getelementptr inbounds [8 x ptr], ptr %7, i64 0, i64 %101
  store ptr %104, ptr %105, align 8
  %106 = icmp eq ptr %104, null
  br i1 %106, label %110, label %107
107:                                              ; preds = %100
  %108 = add nuw nsw i64 %101, 1
  %109 = icmp eq i64 %108, %15
  br i1 %109, label %114, label %100
110:                                              ; preds = %100, %77, %86, %90, %92, %98, %85
  %111 = phi i1 [ %76, %85 ], [ %76, %86 ], [ %76, %90 ], [ %76, %92 ], [ %76, %98 ], [ true, %77 ], [ %76, %100 ]
  %112 = phi i64 [ 0, %85 ], [ 0, %86 ], [ 1, %90 ], [ 1, %92 ], [ 2, %98 ], [ 0, %77 ], [ %101, %100 ]
  %113 = icmp eq i64 %112, %15
  br i1 %113, label %114, label %141
114:                                              ; preds = %107, %110
  %115 = phi i1 [ %111, %110 ], [ %76, %107 ]
  %116 = phi i64 [ %112, %110 ], [ %15, %107 ]
  tail call void @Py_IncRef(ptr noundef %8)
  %117 = call ptr @PyObject_Vectorcall(ptr noundef %8, ptr noundef nonnull %7, i64 noundef %3, ptr noundef %4)
  call void @Py_DecRef(ptr noundef %8)
  %118 = icmp eq ptr %117, null
  br i1 %118, label %119, label %120
119:                                              ; preds = %114
  call fastcc void @pass_over()
  br label %120
120:                                              ; preds = %119, %114
  br i1 %44, label %125, label %141
121:                                              ; preds = %125
  %122 = icmp ne i64 %132, 0
  %123 = icmp ne ptr %117, null
  %124 = select i1 %122, i1 %123, i1 false
  br i1 %124, label %135, label %141
125:                                              ; preds = %120, %125
  %126 = phi i64 [ %133, %125 ], [ 0, %120 ]
  %127 = phi i64 [ %132, %125 ], [ 0, %120 ]
  %128 = getelementptr inbounds [8 x ptr], ptr %7, i64 0, i64 %126
  %129 = load ptr, ptr %128, align 8
  %130 = call fastcc i32 @is_seen(ptr noundef %129)
  %131 = zext nneg i32 %130 to i64
  %132 = or i64 %127, %131
  %133 = add nuw nsw i64 %126, 1
  %134 = icmp eq i64 %133, %15
  br i1 %134, label %121, label %125
135:                                              ; preds = %121
  %136 = load ptr, ptr %1, align 8
  %137 = icmp ne ptr %136, %8
  %138 = or i1 %115, %137
  br i1 %138, label %140, label %139
139:                                              ; preds = %135
  store ptr null, ptr %1, align 8
  call void @Py_DecRef(ptr noundef nonnull %8)
  br label %140
140:                                              ; preds = %139, %135
  call void @Py_DecRef(ptr noundef nonnull %117)
  br label %141
141:                                              ; preds = %120, %121, %140, %110
  %142 = phi i1 [ %115, %140 ], [ %115, %121 ], [ %111, %110 ], [ %115, %120 ]
  %143 = phi i64 [ %116, %140 ], [ %116, %121 ], [ %112, %110 ], [ %116, %120 ]
  %144 = phi ptr [ null, %140 ], [ %117, %121 ], [ null, %110 ], [ %117, %120 ]
  %145 = icmp sgt i64 %143, 0
  br i1 %145, label %146, label %152
146:                                              ; preds = %141, %146
  %147 = phi i64 [ %148, %146 ], [ %143, %141 ]
  %148 = add nsw i64 %147, -1
  %149 = getelementptr inbounds [8 x ptr], ptr %7, i64 0, i64 %148
  %150 = load ptr, ptr %149, align 8
  call fastcc void @give_back(ptr noundef %150)
  %151 = icmp ugt i64 %147, 1
  br i1 %151, label %146, label %152
152:                                              ; preds = %146, %141
  %153 = icmp eq ptr %144, null
  %154 = or i1 %142, %153
  br i1 %154, label %162, label %155
155:                                              ; preds = %152
  %156 = call fastcc i32 @is_large(ptr noundef nonnull %144)
  %157 = icmp eq i32 %156, 0
  br i1 %157, label %163, label %158
158:                                              ; preds = %155
  %159 = load ptr, ptr %1, align 8
  %160 = icmp eq ptr %159, %8
  br i1 %160, label %161, label %163
161:                                              ; preds = %158
  store ptr null, ptr %1, align 8
  call void @Py_DecRef(ptr noundef nonnull %8)
  br label %163
162:                                              ; preds = %152
  br i1 %153, label %171, label %163
163:                                              ; preds = %155, %158, %161, %162
  %164 = call fastcc ptr @from_numpy(ptr noundef nonnull %144)
  %165 = icmp eq ptr %164, null
  br i1 %165, label %171, label %166
166:                                              ; preds = %163
  %167 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %168 = getelementptr inbounds %struct.Counts, ptr %167, i64 0, i32 12
  %169 = load i64, ptr %168, align 8
  %170 = add nsw i64 %169, 1
  store i64 %170, ptr %168, align 8
  br label %171
171:                                              ; preds = %38, %66, %62, %60, %77, %162, %163, %166, %83, %79, %13, %24
  %172 = phi ptr [ null, %24 ], [ null, %13 ], [ null, %79 ], [ null, %83 ], [ %164, %166 ], [ null, %163 ], [ null, %162 ], [ null, %77 ], [ null, %60 ], [ null, %62 ], [ null, %66 ], [ null, %38 ]
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %7)
  ret ptr %172
}
define internal fastcc ptr @vector_generally(ptr noundef %0, ptr noundef %1, i64 noundef %2, ptr noundef %3) unnamed_addr {
  %5 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 50), align 8
  %6 = tail call ptr @PyObject_GetAttr(ptr noundef %0, ptr noundef %5)
  %7 = icmp eq ptr %6, null
  br i1 %7, label %10, label %8
8:                                                ; preds = %4
  %9 = tail call ptr @PyObject_Vectorcall(ptr noundef nonnull %6, ptr noundef %1, i64 noundef %2, ptr noundef %3)
  tail call void @Py_DecRef(ptr noundef nonnull %6)
  br label %10
10:                                               ; preds = %4, %8
  %11 = phi ptr [ %9, %8 ], [ null, %4 ]
  ret ptr %11
}
define internal fastcc ptr @view_again(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, ptr noundef readonly %3) unnamed_addr {
  %5 = icmp eq ptr %3, null
  br i1 %5, label %9, label %6
6:                                                ; preds = %4
  %7 = getelementptr inbounds %struct.Tuple, ptr %3, i64 0, i32 1
  %8 = load i64, ptr %7, align 8
  br label %9
9:                                                ; preds = %4, %6
  %10 = phi i64 [ %8, %6 ], [ 0, %4 ]
  %11 = add nsw i64 %10, %2
  %12 = icmp slt i64 %11, 9
  %13 = icmp ne i64 %11, 0
  %14 = and i1 %12, %13
  br i1 %14, label %15, label %131
15:                                               ; preds = %9
  %16 = load ptr, ptr %1, align 8
  %17 = getelementptr inbounds %struct.Object, ptr %16, i64 0, i32 1
  %18 = load ptr, ptr %17, align 8
  %19 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %20 = icmp eq ptr %18, %19
  br i1 %20, label %21, label %131
21:                                               ; preds = %15
  %22 = getelementptr inbounds %struct.Handle, ptr %16, i64 0, i32 5
  %23 = load ptr, ptr %22, align 8
  %24 = icmp eq ptr %23, null
  %25 = icmp eq ptr %23, @_Py_NoneStruct
  %26 = or i1 %24, %25
  br i1 %26, label %37, label %27
27:                                               ; preds = %21
  %28 = getelementptr inbounds %struct.Handle, ptr %16, i64 0, i32 7
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, -1
  br i1 %30, label %31, label %131
31:                                               ; preds = %27
  %32 = getelementptr inbounds %struct.Handle, ptr %16, i64 0, i32 6
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds %struct.Tuple, ptr %33, i64 0, i32 1
  %35 = load i64, ptr %34, align 8
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %37, label %131
37:                                               ; preds = %31, %21
  %38 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 4
  %39 = load i64, ptr %38, align 8
  %40 = icmp sgt i64 %39, 0
  br i1 %40, label %41, label %131
41:                                               ; preds = %37
  %42 = getelementptr inbounds %struct.Followed, ptr %0, i64 0, i32 6
  %43 = getelementptr inbounds %struct.Tuple, ptr %3, i64 0, i32 1
  %44 = getelementptr inbounds %struct.Tuple, ptr %3, i64 0, i32 2, i64 0
  %45 = icmp slt i64 %11, 1
  br label %46
46:                                               ; preds = %41, %127
  %47 = phi i64 [ %39, %41 ], [ %128, %127 ]
  %48 = phi i64 [ 0, %41 ], [ %129, %127 ]
  %49 = load ptr, ptr %42, align 8
  %50 = getelementptr inbounds %struct.Shown, ptr %49, i64 %48
  %51 = load ptr, ptr %50, align 8
  %52 = load ptr, ptr %1, align 8
  %53 = getelementptr inbounds %struct.Handle, ptr %52, i64 0, i32 3
  %54 = load ptr, ptr %53, align 8
  %55 = icmp eq ptr %51, %54
  br i1 %55, label %56, label %127
56:                                               ; preds = %46
  %57 = getelementptr inbounds %struct.Shown, ptr %49, i64 %48, i32 2
  %58 = load i64, ptr %57, align 8
  %59 = icmp eq i64 %58, %11
  br i1 %59, label %60, label %127
60:                                               ; preds = %56
  %61 = getelementptr inbounds %struct.Shown, ptr %49, i64 %48, i32 1
  %62 = load ptr, ptr %61, align 8
  %63 = icmp eq ptr %62, null
  br i1 %63, label %67, label %64
64:                                               ; preds = %60
  %65 = getelementptr inbounds %struct.Tuple, ptr %62, i64 0, i32 1
  %66 = load i64, ptr %65, align 8
  br label %67
67:                                               ; preds = %64, %60
  %68 = phi i64 [ %66, %64 ], [ 0, %60 ]
  %69 = icmp eq ptr %62, %3
  br i1 %69, label %95, label %70
70:                                               ; preds = %67
  br i1 %5, label %73, label %71
71:                                               ; preds = %70
  %72 = load i64, ptr %43, align 8
  br label %73
73:                                               ; preds = %71, %70
  %74 = phi i64 [ %72, %71 ], [ 0, %70 ]
  %75 = icmp eq i64 %68, %74
  br i1 %75, label %76, label %127
76:                                               ; preds = %73
  %77 = icmp slt i64 %68, 1
  br i1 %77, label %95, label %78
78:                                               ; preds = %76
  %79 = getelementptr inbounds %struct.Tuple, ptr %62, i64 0, i32 2, i64 0
  %80 = load ptr, ptr %79, align 8
  %81 = load ptr, ptr %44, align 8
  %82 = icmp eq ptr %80, %81
  br i1 %82, label %83, label %127
83:                                               ; preds = %78, %87
  %84 = phi i64 [ %85, %87 ], [ 0, %78 ]
  %85 = add nuw nsw i64 %84, 1
  %86 = icmp eq i64 %85, %68
  br i1 %86, label %93, label %87
87:                                               ; preds = %83
  %88 = getelementptr inbounds %struct.Tuple, ptr %62, i64 0, i32 2, i64 %85
  %89 = load ptr, ptr %88, align 8
  %90 = getelementptr inbounds %struct.Tuple, ptr %3, i64 0, i32 2, i64 %85
  %91 = load ptr, ptr %90, align 8
  %92 = icmp eq ptr %89, %91
  br i1 %92, label %83, label %93
93:                                               ; preds = %87, %83
  %94 = icmp slt i64 %85, %68
  br i1 %94, label %127, label %95
95:                                               ; preds = %76, %67, %93
  %96 = getelementptr inbounds %struct.Shown, ptr %49, i64 %48, i32 3
  br i1 %45, label %120, label %97
97:                                               ; preds = %95, %110
  %98 = phi i1 [ %112, %110 ], [ false, %95 ]
  %99 = phi i64 [ %111, %110 ], [ 0, %95 ]
  %100 = getelementptr inbounds %struct.Given, ptr %96, i64 %99
  %101 = load i64, ptr %100, align 8
  %102 = icmp sgt i64 %101, -1
  br i1 %102, label %110, label %103
103:                                              ; preds = %97
  %104 = getelementptr inbounds ptr, ptr %1, i64 %99
  %105 = load ptr, ptr %104, align 8
  %106 = getelementptr inbounds %struct.Given, ptr %96, i64 %99, i32 1
  %107 = load ptr, ptr %106, align 8
  %108 = tail call fastcc i32 @same(ptr noundef %105, ptr noundef %107)
  %109 = icmp eq i32 %108, 0
  br i1 %109, label %114, label %110
110:                                              ; preds = %97, %103
  %111 = add nuw nsw i64 %99, 1
  %112 = icmp sge i64 %111, %11
  %113 = icmp eq i64 %111, %11
  br i1 %113, label %114, label %97
114:                                              ; preds = %103, %110
  %115 = phi i1 [ %112, %110 ], [ %98, %103 ]
  br i1 %115, label %116, label %118
116:                                              ; preds = %114
  %117 = load ptr, ptr %1, align 8
  br label %120
118:                                              ; preds = %114
  %119 = load i64, ptr %38, align 8
  br label %127
120:                                              ; preds = %95, %116
  %121 = phi ptr [ %117, %116 ], [ %52, %95 ]
  %122 = getelementptr inbounds %struct.Shown, ptr %49, i64 %48, i32 4
  %123 = load ptr, ptr %122, align 8
  %124 = getelementptr inbounds %struct.Shown, ptr %49, i64 %48, i32 4, i64 1
  %125 = load ptr, ptr %124, align 8
  %126 = tail call fastcc ptr @view_of(ptr noundef %121, ptr noundef %123, ptr noundef %125)
  br label %131
127:                                              ; preds = %118, %78, %73, %93, %56, %46
  %128 = phi i64 [ %119, %118 ], [ %47, %78 ], [ %47, %73 ], [ %47, %93 ], [ %47, %56 ], [ %47, %46 ]
  %129 = add nuw nsw i64 %48, 1
  %130 = icmp slt i64 %129, %128
  br i1 %130, label %46, label %131
131:                                              ; preds = %127, %37, %120, %27, %15, %9, %31
  %132 = phi ptr [ null, %31 ], [ null, %9 ], [ null, %15 ], [ null, %27 ], [ %126, %120 ], [ null, %37 ], [ null, %127 ]
  ret ptr %132
}
define internal fastcc ptr @follow_call(ptr nocapture noundef %0, ptr noundef readnone %1, ptr nocapture noundef readonly %2, i64 noundef %3, ptr noundef readonly %4) unnamed_addr {
  %6 = alloca [8 x ptr], align 16
  %7 = alloca [8 x %struct.Operand], align 16
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %6)
  %8 = icmp eq ptr %4, null
  br i1 %8, label %12, label %9
9:                                                ; preds = %5
  %10 = getelementptr inbounds %struct.Tuple, ptr %4, i64 0, i32 1
  %11 = load i64, ptr %10, align 8
  br label %12
12:                                               ; preds = %5, %9
  %13 = phi i64 [ %11, %9 ], [ 0, %5 ]
  %14 = add nsw i64 %13, %3
  %15 = icmp sgt i64 %14, 8
  br i1 %15, label %201, label %16
16:                                               ; preds = %12
  %17 = icmp sgt i64 %14, 0
  br i1 %17, label %18, label %59
18:                                               ; preds = %16
  %19 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  br label %20
20:                                               ; preds = %18, %56
  %21 = phi i64 [ 0, %18 ], [ %57, %56 ]
  %22 = getelementptr inbounds ptr, ptr %2, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds %struct.Object, ptr %23, i64 0, i32 1
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds %struct.Type, ptr %25, i64 0, i32 5
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %27, @handle_dealloc
  br i1 %28, label %29, label %56
29:                                               ; preds = %20
  %30 = getelementptr inbounds %struct.Handle, ptr %23, i64 0, i32 5
  %31 = load ptr, ptr %30, align 8
  %32 = icmp eq ptr %31, null
  %33 = icmp eq ptr %31, @_Py_NoneStruct
  %34 = or i1 %32, %33
  br i1 %34, label %56, label %35
35:                                               ; preds = %29
  %36 = getelementptr inbounds %struct.Handle, ptr %23, i64 0, i32 1
  %37 = load i64, ptr %36, align 8
  %38 = load i64, ptr %19, align 8
  %39 = icmp eq i64 %37, %38
  br i1 %39, label %40, label %53
40:                                               ; preds = %35, %40
  %41 = phi ptr [ %43, %40 ], [ %23, %35 ]
  %42 = getelementptr inbounds %struct.Handle, ptr %41, i64 0, i32 5
  %43 = load ptr, ptr %42, align 8
  %44 = icmp eq ptr %43, null
  %45 = icmp eq ptr %43, @_Py_NoneStruct
  %46 = or i1 %44, %45
  br i1 %46, label %47, label %40
47:                                               ; preds = %40
  %48 = getelementptr inbounds %struct.Handle, ptr %41, i64 0, i32 7
  %49 = load i64, ptr %48, align 8
  %50 = getelementptr inbounds %struct.Handle, ptr %23, i64 0, i32 8
  %51 = load i64, ptr %50, align 8
  %52 = icmp eq i64 %49, %51
  br i1 %52, label %56, label %53
53:                                               ; preds = %35, %47
  %54 = tail call fastcc i32 @read_view(ptr noundef %0, ptr noundef nonnull %23)
  %55 = icmp eq i32 %54, 0
  br i1 %55, label %201, label %56
56:                                               ; preds = %20, %29, %47, %53
  %57 = add nuw nsw i64 %21, 1
  %58 = icmp eq i64 %57, %14
  br i1 %58, label %59, label %20
59:                                               ; preds = %56, %16
  %60 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 7
  %61 = load ptr, ptr %60, align 8
  %62 = getelementptr inbounds %struct.Position, ptr %61, i64 0, i32 2
  %63 = load ptr, ptr %62, align 8
  %64 = icmp eq ptr %63, null
  br i1 %64, label %201, label %65
65:                                               ; preds = %59
  %66 = getelementptr inbounds %struct.Tuple, ptr %4, i64 0, i32 1
  %67 = getelementptr inbounds %struct.Tuple, ptr %4, i64 0, i32 2, i64 0
  %68 = icmp slt i64 %14, 1
  br label %69
69:                                               ; preds = %65, %197
  %70 = phi ptr [ %63, %65 ], [ %199, %197 ]
  %71 = getelementptr inbounds %struct.Position, ptr %70, i64 0, i32 20
  %72 = load ptr, ptr %71, align 8
  %73 = icmp eq ptr %72, %1
  br i1 %73, label %74, label %197
74:                                               ; preds = %69
  %75 = getelementptr inbounds %struct.Position, ptr %70, i64 0, i32 23
  %76 = load i64, ptr %75, align 8
  %77 = icmp eq i64 %76, %14
  br i1 %77, label %78, label %197
78:                                               ; preds = %74
  %79 = getelementptr inbounds %struct.Position, ptr %70, i64 0, i32 21
  %80 = load ptr, ptr %79, align 8
  %81 = icmp eq ptr %80, null
  br i1 %81, label %85, label %82
82:                                               ; preds = %78
  %83 = getelementptr inbounds %struct.Tuple, ptr %80, i64 0, i32 1
  %84 = load i64, ptr %83, align 8
  br label %85
85:                                               ; preds = %82, %78
  %86 = phi i64 [ %84, %82 ], [ 0, %78 ]
  %87 = icmp eq ptr %80, %4
  br i1 %87, label %113, label %88
88:                                               ; preds = %85
  br i1 %8, label %91, label %89
89:                                               ; preds = %88
  %90 = load i64, ptr %66, align 8
  br label %91
91:                                               ; preds = %89, %88
  %92 = phi i64 [ %90, %89 ], [ 0, %88 ]
  %93 = icmp eq i64 %86, %92
  br i1 %93, label %94, label %197
94:                                               ; preds = %91
  %95 = icmp slt i64 %86, 1
  br i1 %95, label %113, label %96
96:                                               ; preds = %94
  %97 = getelementptr inbounds %struct.Tuple, ptr %80, i64 0, i32 2, i64 0
  %98 = load ptr, ptr %97, align 8
  %99 = load ptr, ptr %67, align 8
  %100 = icmp eq ptr %98, %99
  br i1 %100, label %101, label %197
101:                                              ; preds = %96, %105
  %102 = phi i64 [ %103, %105 ], [ 0, %96 ]
  %103 = add nuw nsw i64 %102, 1
  %104 = icmp eq i64 %103, %86
  br i1 %104, label %111, label %105
105:                                              ; preds = %101
  %106 = getelementptr inbounds %struct.Tuple, ptr %80, i64 0, i32 2, i64 %103
  %107 = load ptr, ptr %106, align 8
  %108 = getelementptr inbounds %struct.Tuple, ptr %4, i64 0, i32 2, i64 %103
  %109 = load ptr, ptr %108, align 8
  %110 = icmp eq ptr %107, %109
  br i1 %110, label %101, label %111
111:                                              ; preds = %105, %101
  %112 = icmp slt i64 %103, %86
  br i1 %112, label %197, label %113
113:                                              ; preds = %94, %85, %111
  %114 = getelementptr inbounds %struct.Position, ptr %70, i64 0, i32 22
  %115 = load ptr, ptr %114, align 8
  br i1 %68, label %137, label %116
116:                                              ; preds = %113, %131
  %117 = phi i1 [ %133, %131 ], [ false, %113 ]
  %118 = phi i64 [ %132, %131 ], [ 0, %113 ]
  %119 = getelementptr inbounds %struct.Given, ptr %115, i64 %118
  %120 = load i64, ptr %119, align 8
  %121 = icmp sgt i64 %120, -1
  %122 = getelementptr inbounds ptr, ptr %2, i64 %118
  %123 = load ptr, ptr %122, align 8
  br i1 %121, label %124, label %126
124:                                              ; preds = %116
  %125 = getelementptr inbounds ptr, ptr %6, i64 %120
  store ptr %123, ptr %125, align 8
  br label %131
126:                                              ; preds = %116
  %127 = getelementptr inbounds %struct.Given, ptr %115, i64 %118, i32 1
  %128 = load ptr, ptr %127, align 8
  %129 = tail call fastcc i32 @same(ptr noundef %123, ptr noundef %128)
  %130 = icmp eq i32 %129, 0
  br i1 %130, label %135, label %131
131:                                              ; preds = %126, %124
  %132 = add nuw nsw i64 %118, 1
  %133 = icmp sge i64 %132, %14
  %134 = icmp eq i64 %132, %14
  br i1 %134, label %135, label %116
135:                                              ; preds = %126, %131
  %136 = phi i1 [ %133, %131 ], [ %117, %126 ]
  br i1 %136, label %137, label %197
137:                                              ; preds = %113, %135
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %7)
  %138 = getelementptr inbounds %struct.Position, ptr %70, i64 0, i32 12
  %139 = load i64, ptr %138, align 8
  %140 = call fastcc i64 @keys_of(ptr noundef %0, ptr noundef nonnull %6, i64 noundef %139, ptr noundef nonnull %7)
  %141 = icmp slt i64 %140, 0
  br i1 %141, label %194, label %142
142:                                              ; preds = %137
  %143 = load i64, ptr %138, align 8
  %144 = icmp slt i64 %143, 1
  br i1 %144, label %192, label %145
145:                                              ; preds = %142
  %146 = getelementptr inbounds %struct.Position, ptr %70, i64 0, i32 16
  %147 = load ptr, ptr %146, align 8
  %148 = getelementptr inbounds %struct.Position, ptr %70, i64 0, i32 8
  %149 = load i64, ptr %147, align 8
  %150 = and i64 %149, 15
  %151 = load i64, ptr %7, align 16
  %152 = icmp eq i64 %150, %151
  br i1 %152, label %160, label %196
153:                                              ; preds = %186
  %154 = getelementptr inbounds %struct.Operand, ptr %147, i64 %187
  %155 = load i64, ptr %154, align 8
  %156 = and i64 %155, 15
  %157 = getelementptr inbounds %struct.Operand, ptr %7, i64 %187
  %158 = load i64, ptr %157, align 8
  %159 = icmp eq i64 %156, %158
  br i1 %159, label %160, label %190
160:                                              ; preds = %145, %153
  %161 = phi i64 [ %155, %153 ], [ %149, %145 ]
  %162 = phi i64 [ %187, %153 ], [ 0, %145 ]
  %163 = phi i1 [ %188, %153 ], [ false, %145 ]
  %164 = getelementptr inbounds %struct.Operand, ptr %147, i64 %162, i32 1
  %165 = load i64, ptr %164, align 8
  %166 = getelementptr inbounds %struct.Operand, ptr %7, i64 %162, i32 1
  %167 = load i64, ptr %166, align 8
  %168 = icmp eq i64 %165, %167
  br i1 %168, label %175, label %169
169:                                              ; preds = %160
  %170 = load i64, ptr %148, align 8
  %171 = icmp ne i64 %170, 0
  %172 = and i64 %161, -2
  %173 = icmp eq i64 %172, 4
  %174 = and i1 %173, %171
  br i1 %174, label %175, label %190
175:                                              ; preds = %169, %160
  %176 = getelementptr inbounds %struct.Operand, ptr %147, i64 %162, i32 2
  %177 = load i64, ptr %176, align 8
  %178 = getelementptr inbounds %struct.Operand, ptr %7, i64 %162, i32 2
  %179 = load i64, ptr %178, align 8
  %180 = icmp eq i64 %177, %179
  br i1 %180, label %186, label %181
181:                                              ; preds = %175
  %182 = load i64, ptr %148, align 8
  %183 = icmp ne i64 %182, 0
  %184 = icmp eq i64 %161, 6
  %185 = and i1 %184, %183
  br i1 %185, label %186, label %190
186:                                              ; preds = %181, %175
  %187 = add nuw nsw i64 %162, 1
  %188 = icmp sge i64 %187, %143
  %189 = icmp eq i64 %187, %143
  br i1 %189, label %190, label %153
190:                                              ; preds = %186, %181, %169, %153
  %191 = phi i1 [ %188, %153 ], [ %163, %169 ], [ %163, %181 ], [ %188, %186 ]
  br i1 %191, label %192, label %196
192:                                              ; preds = %142, %190
  %193 = call fastcc ptr @take(ptr noundef %0, ptr noundef nonnull %70, ptr noundef nonnull %6, ptr noundef nonnull %7, i64 noundef %143, i64 noundef %140, ptr noundef null, ptr noundef null)
  br label %194
194:                                              ; preds = %137, %192
  %195 = phi ptr [ %193, %192 ], [ null, %137 ]
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %7)
  br label %201
196:                                              ; preds = %145, %190
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %7)
  br label %197
197:                                              ; preds = %96, %91, %196, %135, %69, %74, %111
  %198 = getelementptr inbounds %struct.Position, ptr %70, i64 0, i32 3
  %199 = load ptr, ptr %198, align 8
  %200 = icmp eq ptr %199, null
  br i1 %200, label %201, label %69
201:                                              ; preds = %53, %197, %59, %194, %12
  %202 = phi ptr [ null, %12 ], [ %195, %194 ], [ null, %59 ], [ null, %197 ], [ null, %53 ]
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %6)
  ret ptr %202
}
define internal fastcc i32 @is_direct(ptr nocapture noundef readonly %0, ptr noundef %1) unnamed_addr {
  %3 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds %struct.Type, ptr %4, i64 0, i32 5
  %6 = load ptr, ptr %5, align 8
  %7 = icmp eq ptr %6, @handle_dealloc
  br i1 %7, label %8, label %75
8:                                                ; preds = %2
  %9 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %10 = icmp eq ptr %4, %9
  %11 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 6), align 8
  %12 = icmp eq ptr %4, %11
  %13 = select i1 %10, i1 true, i1 %12
  br i1 %13, label %14, label %75
14:                                               ; preds = %8
  %15 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 5
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  %18 = icmp eq ptr %16, @_Py_NoneStruct
  %19 = or i1 %17, %18
  %20 = select i1 %19, ptr %1, ptr %16
  %21 = getelementptr inbounds %struct.Handle, ptr %20, i64 0, i32 4
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  %24 = icmp eq ptr %22, @_Py_NoneStruct
  %25 = or i1 %23, %24
  br i1 %25, label %75, label %26
26:                                               ; preds = %14
  %27 = getelementptr inbounds %struct.Handle, ptr %20, i64 0, i32 1
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %30 = load i64, ptr %29, align 8
  %31 = icmp eq i64 %28, %30
  br i1 %31, label %75, label %32
32:                                               ; preds = %26
  %33 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %34 = load i64, ptr %33, align 8
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %36, label %75
36:                                               ; preds = %32
  %37 = tail call fastcc ptr @place_of(ptr noundef nonnull %1)
  %38 = icmp eq ptr %37, null
  br i1 %38, label %75, label %39
39:                                               ; preds = %36
  %40 = getelementptr inbounds %struct.Place, ptr %37, i64 0, i32 4
  %41 = load i64, ptr %40, align 8
  %42 = icmp slt i64 %41, 7
  br i1 %42, label %43, label %75
43:                                               ; preds = %39
  %44 = getelementptr inbounds %struct.Place, ptr %37, i64 0, i32 7
  %45 = load i64, ptr %44, align 8
  %46 = icmp eq i64 %45, 0
  %47 = icmp sgt i64 %45, 2
  %48 = or i1 %46, %47
  br i1 %48, label %75, label %49
49:                                               ; preds = %43
  %50 = icmp eq i64 %45, 1
  br i1 %50, label %51, label %55
51:                                               ; preds = %49
  %52 = getelementptr inbounds %struct.Place, ptr %37, i64 0, i32 9
  %53 = load i64, ptr %52, align 8
  %54 = icmp sgt i64 %53, 0
  br label %75
55:                                               ; preds = %49
  %56 = getelementptr inbounds %struct.Place, ptr %37, i64 0, i32 9, i64 1
  %57 = load i64, ptr %56, align 8
  %58 = getelementptr inbounds %struct.Place, ptr %37, i64 0, i32 5
  %59 = load i64, ptr %58, align 8
  %60 = icmp eq i64 %57, %59
  %61 = getelementptr inbounds %struct.Place, ptr %37, i64 0, i32 9
  %62 = load i64, ptr %61, align 8
  br i1 %60, label %63, label %68
63:                                               ; preds = %55
  %64 = getelementptr inbounds %struct.Place, ptr %37, i64 0, i32 8, i64 1
  %65 = load i64, ptr %64, align 8
  %66 = mul nsw i64 %65, %57
  %67 = icmp slt i64 %62, %66
  br i1 %67, label %68, label %75
68:                                               ; preds = %55, %63
  %69 = icmp eq i64 %62, %59
  br i1 %69, label %70, label %75
70:                                               ; preds = %68
  %71 = getelementptr inbounds %struct.Place, ptr %37, i64 0, i32 8
  %72 = load i64, ptr %71, align 8
  %73 = mul nsw i64 %72, %59
  %74 = icmp sge i64 %57, %73
  br label %75
75:                                               ; preds = %2, %14, %26, %36, %32, %8, %63, %70, %68, %39, %43, %51
  %76 = phi i1 [ %54, %51 ], [ false, %43 ], [ false, %39 ], [ true, %63 ], [ false, %68 ], [ %74, %70 ], [ false, %8 ], [ false, %32 ], [ false, %36 ], [ false, %26 ], [ false, %14 ], [ false, %2 ]
  %77 = zext i1 %76 to i32
  ret i32 %77
}
define internal fastcc ptr @product_at_once(ptr noundef readonly %0, ptr noundef %1, ptr noundef %2) unnamed_addr {
  %4 = alloca i64, align 8
  %5 = alloca [3 x ptr], align 16
  %6 = alloca [4 x i64], align 16
  %7 = alloca [9 x i64], align 16
  %8 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %9 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %269, label %11
11:                                               ; preds = %3
  %12 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds %struct.Type, ptr %13, i64 0, i32 5
  %15 = load ptr, ptr %14, align 8
  %16 = icmp eq ptr %15, @handle_dealloc
  br i1 %16, label %17, label %52
17:                                               ; preds = %11
  %18 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %19 = icmp eq ptr %13, %18
  %20 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 6), align 8
  %21 = icmp eq ptr %13, %20
  %22 = select i1 %19, i1 true, i1 %21
  br i1 %22, label %23, label %269
23:                                               ; preds = %17
  %24 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 5
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %25, null
  %27 = icmp eq ptr %25, @_Py_NoneStruct
  %28 = or i1 %26, %27
  %29 = select i1 %28, ptr %1, ptr %25
  %30 = getelementptr inbounds %struct.Handle, ptr %29, i64 0, i32 4
  %31 = load ptr, ptr %30, align 8
  %32 = icmp eq ptr %31, null
  %33 = icmp eq ptr %31, @_Py_NoneStruct
  %34 = or i1 %32, %33
  br i1 %34, label %269, label %35
35:                                               ; preds = %23
  %36 = getelementptr inbounds %struct.Handle, ptr %29, i64 0, i32 1
  %37 = load i64, ptr %36, align 8
  %38 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %37, %39
  br i1 %40, label %269, label %41
41:                                               ; preds = %35
  %42 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %45, label %269
45:                                               ; preds = %41
  %46 = tail call fastcc ptr @place_of(ptr noundef nonnull %1)
  %47 = icmp eq ptr %46, null
  br i1 %47, label %269, label %48
48:                                               ; preds = %45
  %49 = getelementptr inbounds %struct.Place, ptr %46, i64 0, i32 4
  %50 = load i64, ptr %49, align 8
  %51 = icmp slt i64 %50, 7
  br i1 %51, label %54, label %269
52:                                               ; preds = %11
  %53 = icmp eq ptr %13, @PyBool_Type
  br i1 %53, label %269, label %54
54:                                               ; preds = %48, %52
  %55 = phi ptr [ %46, %48 ], [ null, %52 ]
  %56 = getelementptr inbounds %struct.Object, ptr %2, i64 0, i32 1
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr inbounds %struct.Type, ptr %57, i64 0, i32 5
  %59 = load ptr, ptr %58, align 8
  %60 = icmp eq ptr %59, @handle_dealloc
  br i1 %60, label %61, label %269
61:                                               ; preds = %54
  %62 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %63 = icmp eq ptr %57, %62
  %64 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 6), align 8
  %65 = icmp eq ptr %57, %64
  %66 = select i1 %63, i1 true, i1 %65
  br i1 %66, label %67, label %269
67:                                               ; preds = %61
  %68 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 5
  %69 = load ptr, ptr %68, align 8
  %70 = icmp eq ptr %69, null
  %71 = icmp eq ptr %69, @_Py_NoneStruct
  %72 = or i1 %70, %71
  %73 = select i1 %72, ptr %2, ptr %69
  %74 = getelementptr inbounds %struct.Handle, ptr %73, i64 0, i32 4
  %75 = load ptr, ptr %74, align 8
  %76 = icmp eq ptr %75, null
  %77 = icmp eq ptr %75, @_Py_NoneStruct
  %78 = or i1 %76, %77
  br i1 %78, label %269, label %79
79:                                               ; preds = %67
  %80 = getelementptr inbounds %struct.Handle, ptr %73, i64 0, i32 1
  %81 = load i64, ptr %80, align 8
  %82 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %83 = load i64, ptr %82, align 8
  %84 = icmp eq i64 %81, %83
  br i1 %84, label %269, label %85
85:                                               ; preds = %79
  %86 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %87 = load i64, ptr %86, align 8
  %88 = icmp eq i64 %87, 0
  br i1 %88, label %89, label %269
89:                                               ; preds = %85
  %90 = tail call fastcc ptr @place_of(ptr noundef nonnull %2)
  %91 = icmp eq ptr %90, null
  br i1 %91, label %269, label %92
92:                                               ; preds = %89
  %93 = getelementptr inbounds %struct.Place, ptr %90, i64 0, i32 4
  %94 = load i64, ptr %93, align 8
  %95 = icmp slt i64 %94, 7
  %96 = icmp ne ptr %55, null
  %97 = and i1 %96, %95
  br i1 %97, label %98, label %269
98:                                               ; preds = %92
  %99 = getelementptr inbounds %struct.Place, ptr %55, i64 0, i32 4
  %100 = load i64, ptr %99, align 8
  %101 = icmp eq i64 %100, %94
  br i1 %101, label %102, label %269
102:                                              ; preds = %98
  %103 = getelementptr inbounds %struct.Place, ptr %55, i64 0, i32 7
  %104 = load i64, ptr %103, align 8
  %105 = getelementptr inbounds %struct.Place, ptr %90, i64 0, i32 7
  %106 = load i64, ptr %105, align 8
  %107 = icmp slt i64 %106, 1
  %108 = add i64 %104, -3
  %109 = icmp ult i64 %108, -2
  %110 = select i1 %109, i1 true, i1 %107
  %111 = icmp sgt i64 %106, 2
  %112 = select i1 %110, i1 true, i1 %111
  br i1 %112, label %269, label %113
113:                                              ; preds = %102
  %114 = tail call fastcc i32 @is_still(ptr noundef nonnull %0, i64 noundef %8, ptr noundef nonnull %1, ptr noundef nonnull %55, ptr noundef nonnull %2, ptr noundef nonnull %90)
  %115 = icmp eq i32 %114, 0
  br i1 %115, label %269, label %116
116:                                              ; preds = %113
  %117 = icmp eq i64 %104, 2
  br i1 %117, label %118, label %121
118:                                              ; preds = %116
  %119 = getelementptr inbounds %struct.Place, ptr %55, i64 0, i32 8
  %120 = load i64, ptr %119, align 8
  br label %121
121:                                              ; preds = %116, %118
  %122 = phi i64 [ %120, %118 ], [ 1, %116 ]
  %123 = add nsw i64 %104, -1
  %124 = getelementptr inbounds %struct.Place, ptr %55, i64 0, i32 8, i64 %123
  %125 = load i64, ptr %124, align 8
  %126 = icmp eq i64 %106, 2
  br i1 %126, label %127, label %130
127:                                              ; preds = %121
  %128 = getelementptr inbounds %struct.Place, ptr %90, i64 0, i32 8, i64 1
  %129 = load i64, ptr %128, align 8
  br label %130
130:                                              ; preds = %121, %127
  %131 = phi i64 [ %129, %127 ], [ 1, %121 ]
  %132 = icmp slt i64 %94, 6
  br i1 %132, label %133, label %136
133:                                              ; preds = %130
  %134 = getelementptr inbounds [6 x i64], ptr @WIDTHS, i64 0, i64 %94
  %135 = load i64, ptr %134, align 8
  br label %136
136:                                              ; preds = %130, %133
  %137 = phi i64 [ %135, %133 ], [ 1, %130 ]
  %138 = getelementptr inbounds %struct.Place, ptr %90, i64 0, i32 8
  %139 = load i64, ptr %138, align 8
  %140 = icmp eq i64 %139, %125
  %141 = icmp ne i64 %122, 0
  %142 = select i1 %140, i1 %141, i1 false
  %143 = icmp ne i64 %125, 0
  %144 = and i1 %143, %142
  %145 = icmp ne i64 %131, 0
  %146 = select i1 %144, i1 %145, i1 false
  br i1 %146, label %147, label %269
147:                                              ; preds = %136
  %148 = mul nsw i64 %125, %122
  %149 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %150 = icmp sgt i64 %148, %149
  %151 = mul nsw i64 %131, %125
  %152 = icmp sgt i64 %151, %149
  %153 = select i1 %150, i1 true, i1 %152
  br i1 %153, label %269, label %154
154:                                              ; preds = %147
  %155 = mul nsw i64 %131, %122
  %156 = icmp sgt i64 %155, %149
  br i1 %156, label %269, label %157
157:                                              ; preds = %154
  %158 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 19, i64 7), align 8
  %159 = tail call fastcc ptr @inner_of(ptr noundef nonnull getelementptr inbounds ([40 x [7 x %struct.Inner]], ptr @inner_of_operator, i64 0, i64 7), ptr noundef %158, i64 noundef %94)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4)
  %160 = getelementptr inbounds %struct.Place, ptr %55, i64 0, i32 9
  %161 = load i64, ptr %160, align 8
  %162 = select i1 %117, i64 %161, i64 0
  %163 = add nsw i64 %106, -1
  %164 = getelementptr inbounds %struct.Place, ptr %90, i64 0, i32 9, i64 %163
  %165 = load i64, ptr %164, align 8
  %166 = select i1 %126, i64 %165, i64 0
  %167 = icmp ne ptr %159, null
  %168 = add nuw nsw i64 %106, %104
  %169 = icmp ugt i64 %168, 2
  %170 = select i1 %167, i1 %169, i1 false
  br i1 %170, label %171, label %182
171:                                              ; preds = %157
  %172 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 3
  %173 = load ptr, ptr %172, align 8
  %174 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 3
  %175 = load ptr, ptr %174, align 8
  %176 = xor i64 %94, -1
  %177 = tail call fastcc ptr @made_kind(ptr noundef %173, ptr noundef %175, i64 noundef %176)
  %178 = icmp eq ptr %177, null
  br i1 %178, label %183, label %179
179:                                              ; preds = %171
  %180 = mul nsw i64 %137, %155
  %181 = tail call fastcc ptr @small_buffer(i64 noundef %180)
  br label %183
182:                                              ; preds = %157
  br i1 %167, label %183, label %267
183:                                              ; preds = %171, %179, %182
  %184 = phi ptr [ null, %182 ], [ null, %171 ], [ %181, %179 ]
  %185 = phi ptr [ null, %182 ], [ null, %171 ], [ %177, %179 ]
  %186 = icmp ult i64 %168, 3
  %187 = icmp ne ptr %184, null
  %188 = select i1 %186, i1 true, i1 %187
  br i1 %188, label %189, label %267
189:                                              ; preds = %183
  %190 = tail call fastcc i32 @is_still(ptr noundef nonnull %0, i64 noundef %8, ptr noundef nonnull %1, ptr noundef nonnull %55, ptr noundef nonnull %2, ptr noundef nonnull %90)
  %191 = icmp eq i32 %190, 0
  br i1 %191, label %192, label %195
192:                                              ; preds = %189
  %193 = icmp eq ptr %184, null
  br i1 %193, label %267, label %194
194:                                              ; preds = %192
  tail call void @Py_DecRef(ptr noundef nonnull %184)
  br label %267
195:                                              ; preds = %189
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %5)
  %196 = getelementptr inbounds %struct.Handle, ptr %1, i64 0, i32 5
  %197 = load ptr, ptr %196, align 8
  %198 = icmp eq ptr %197, null
  %199 = icmp eq ptr %197, @_Py_NoneStruct
  %200 = or i1 %198, %199
  %201 = select i1 %200, ptr %1, ptr %197
  %202 = getelementptr inbounds %struct.Handle, ptr %201, i64 0, i32 4
  %203 = load ptr, ptr %202, align 8
  %204 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %205 = getelementptr inbounds i8, ptr %203, i64 %204
  %206 = load ptr, ptr %205, align 8
  %207 = tail call i64 @PyLong_AsSsize_t(ptr noundef %206)
  %208 = inttoptr i64 %207 to ptr
  %209 = getelementptr inbounds %struct.Place, ptr %55, i64 0, i32 6
  %210 = load i64, ptr %209, align 8
  %211 = getelementptr inbounds i8, ptr %208, i64 %210
  store ptr %211, ptr %5, align 16
  %212 = getelementptr inbounds ptr, ptr %5, i64 1
  %213 = load ptr, ptr %68, align 8
  %214 = icmp eq ptr %213, null
  %215 = icmp eq ptr %213, @_Py_NoneStruct
  %216 = or i1 %214, %215
  %217 = select i1 %216, ptr %2, ptr %213
  %218 = getelementptr inbounds %struct.Handle, ptr %217, i64 0, i32 4
  %219 = load ptr, ptr %218, align 8
  %220 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %221 = getelementptr inbounds i8, ptr %219, i64 %220
  %222 = load ptr, ptr %221, align 8
  %223 = tail call i64 @PyLong_AsSsize_t(ptr noundef %222)
  %224 = inttoptr i64 %223 to ptr
  %225 = getelementptr inbounds %struct.Place, ptr %90, i64 0, i32 6
  %226 = load i64, ptr %225, align 8
  %227 = getelementptr inbounds i8, ptr %224, i64 %226
  store ptr %227, ptr %212, align 8
  %228 = getelementptr inbounds ptr, ptr %5, i64 2
  br i1 %187, label %229, label %235
229:                                              ; preds = %195
  %230 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %231 = getelementptr inbounds i8, ptr %184, i64 %230
  %232 = load ptr, ptr %231, align 8
  %233 = tail call i64 @PyLong_AsSsize_t(ptr noundef %232)
  %234 = inttoptr i64 %233 to ptr
  br label %235
235:                                              ; preds = %195, %229
  %236 = phi ptr [ %234, %229 ], [ %4, %195 ]
  store ptr %236, ptr %228, align 16
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %6)
  store i64 1, ptr %6, align 16
  %237 = getelementptr inbounds i64, ptr %6, i64 1
  store i64 %122, ptr %237, align 8
  %238 = getelementptr inbounds i64, ptr %6, i64 2
  store i64 %125, ptr %238, align 16
  %239 = getelementptr inbounds i64, ptr %6, i64 3
  store i64 %131, ptr %239, align 8
  call void @llvm.lifetime.start.p0(i64 72, ptr nonnull %7)
  store i64 0, ptr %7, align 16
  %240 = getelementptr inbounds i64, ptr %7, i64 1
  store i64 0, ptr %240, align 8
  %241 = getelementptr inbounds i64, ptr %7, i64 2
  store i64 0, ptr %241, align 16
  %242 = getelementptr inbounds i64, ptr %7, i64 3
  store i64 %162, ptr %242, align 8
  %243 = getelementptr inbounds i64, ptr %7, i64 4
  %244 = getelementptr inbounds %struct.Place, ptr %55, i64 0, i32 9, i64 %123
  %245 = load i64, ptr %244, align 8
  store i64 %245, ptr %243, align 16
  %246 = getelementptr inbounds i64, ptr %7, i64 5
  %247 = getelementptr inbounds %struct.Place, ptr %90, i64 0, i32 9
  %248 = load i64, ptr %247, align 8
  store i64 %248, ptr %246, align 8
  %249 = getelementptr inbounds i64, ptr %7, i64 6
  store i64 %166, ptr %249, align 16
  %250 = getelementptr inbounds i64, ptr %7, i64 7
  %251 = mul nsw i64 %137, %131
  store i64 %251, ptr %250, align 8
  %252 = getelementptr inbounds i64, ptr %7, i64 8
  store i64 %137, ptr %252, align 16
  %253 = getelementptr inbounds %struct.Inner, ptr %159, i64 0, i32 1
  %254 = load ptr, ptr %253, align 8
  %255 = getelementptr inbounds %struct.Inner, ptr %159, i64 0, i32 2
  %256 = load ptr, ptr %255, align 8
  call void %254(ptr noundef nonnull %5, ptr noundef nonnull %6, ptr noundef nonnull %7, ptr noundef %256)
  %257 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %258 = getelementptr inbounds %struct.Counts, ptr %257, i64 0, i32 12
  %259 = load i64, ptr %258, align 8
  %260 = add nsw i64 %259, 1
  store i64 %260, ptr %258, align 8
  br i1 %187, label %261, label %263
261:                                              ; preds = %235
  %262 = call fastcc ptr @ready_array(ptr noundef %185, ptr noundef nonnull %184)
  br label %265
263:                                              ; preds = %235
  %264 = call fastcc ptr @number_from(i64 noundef %94, ptr noundef nonnull %4)
  br label %265
265:                                              ; preds = %263, %261
  %266 = phi ptr [ %262, %261 ], [ %264, %263 ]
  call void @llvm.lifetime.end.p0(i64 72, ptr nonnull %7)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %6)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %5)
  br label %267
267:                                              ; preds = %182, %183, %194, %192, %265
  %268 = phi ptr [ %266, %265 ], [ null, %192 ], [ null, %194 ], [ null, %183 ], [ null, %182 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4)
  br label %269
269:                                              ; preds = %48, %54, %67, %79, %89, %85, %61, %23, %35, %45, %41, %17, %113, %102, %136, %147, %154, %267, %3, %52, %92, %98
  %270 = phi ptr [ null, %98 ], [ null, %92 ], [ null, %52 ], [ null, %3 ], [ null, %113 ], [ null, %102 ], [ %268, %267 ], [ null, %154 ], [ null, %147 ], [ null, %136 ], [ null, %17 ], [ null, %41 ], [ null, %45 ], [ null, %35 ], [ null, %23 ], [ null, %61 ], [ null, %85 ], [ null, %89 ], [ null, %79 ], [ null, %67 ], [ null, %54 ], [ null, %48 ]
  ret ptr %270
}
define internal fastcc ptr @array_of(ptr nocapture noundef readonly %0) unnamed_addr {
  %2 = alloca %struct.Place, align 8
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %2)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(128) %2, i8 0, i64 128, i1 false)
  %3 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 5
  store i64 8, ptr %3, align 8
  %4 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = icmp ne ptr %5, @PyTuple_Type
  %7 = icmp ne ptr %5, @PyList_Type
  %8 = and i1 %6, %7
  br i1 %8, label %228, label %9
9:                                                ; preds = %1
  %10 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 7
  %11 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 8
  %12 = call fastcc i64 @measure(ptr noundef nonnull %0, i64 noundef 0, ptr noundef nonnull %10, ptr noundef nonnull %11)
  %13 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 4
  store i64 %12, ptr %13, align 8
  %14 = icmp eq i64 %12, 0
  br i1 %14, label %228, label %15
15:                                               ; preds = %9
  %16 = getelementptr inbounds %struct.anon, ptr @core, i64 0, i32 34, i64 %12
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 2
  store ptr %17, ptr %18, align 8
  %19 = load i64, ptr %10, align 8
  %20 = icmp sgt i64 %19, 0
  br i1 %20, label %21, label %41
21:                                               ; preds = %15
  %22 = and i64 %19, 7
  %23 = icmp ult i64 %19, 8
  br i1 %23, label %26, label %24
24:                                               ; preds = %21
  %25 = and i64 %19, 9223372036854775800
  br label %49
26:                                               ; preds = %49, %21
  %27 = phi i64 [ undef, %21 ], [ %83, %49 ]
  %28 = phi i64 [ 1, %21 ], [ %83, %49 ]
  %29 = phi i64 [ 0, %21 ], [ %84, %49 ]
  %30 = icmp eq i64 %22, 0
  br i1 %30, label %41, label %31
31:                                               ; preds = %26, %31
  %32 = phi i64 [ %37, %31 ], [ %28, %26 ]
  %33 = phi i64 [ %38, %31 ], [ %29, %26 ]
  %34 = phi i64 [ %39, %31 ], [ 0, %26 ]
  %35 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 8, i64 %33
  %36 = load i64, ptr %35, align 8
  %37 = mul nsw i64 %36, %32
  %38 = add nuw nsw i64 %33, 1
  %39 = add i64 %34, 1
  %40 = icmp eq i64 %39, %22
  br i1 %40, label %41, label %31
41:                                               ; preds = %26, %31, %15
  %42 = phi i64 [ 1, %15 ], [ %27, %26 ], [ %37, %31 ]
  %43 = load i64, ptr %3, align 8
  %44 = mul nsw i64 %43, %42
  %45 = icmp sgt i64 %44, 65536
  %46 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %47 = icmp sgt i64 %42, %46
  %48 = select i1 %45, i1 true, i1 %47
  br i1 %48, label %228, label %87
49:                                               ; preds = %49, %24
  %50 = phi i64 [ 1, %24 ], [ %83, %49 ]
  %51 = phi i64 [ 0, %24 ], [ %84, %49 ]
  %52 = phi i64 [ 0, %24 ], [ %85, %49 ]
  %53 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 8, i64 %51
  %54 = load i64, ptr %53, align 8
  %55 = mul nsw i64 %54, %50
  %56 = or disjoint i64 %51, 1
  %57 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 8, i64 %56
  %58 = load i64, ptr %57, align 8
  %59 = mul nsw i64 %58, %55
  %60 = or disjoint i64 %51, 2
  %61 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 8, i64 %60
  %62 = load i64, ptr %61, align 8
  %63 = mul nsw i64 %62, %59
  %64 = or disjoint i64 %51, 3
  %65 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 8, i64 %64
  %66 = load i64, ptr %65, align 8
  %67 = mul nsw i64 %66, %63
  %68 = or disjoint i64 %51, 4
  %69 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 8, i64 %68
  %70 = load i64, ptr %69, align 8
  %71 = mul nsw i64 %70, %67
  %72 = or disjoint i64 %51, 5
  %73 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 8, i64 %72
  %74 = load i64, ptr %73, align 8
  %75 = mul nsw i64 %74, %71
  %76 = or disjoint i64 %51, 6
  %77 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 8, i64 %76
  %78 = load i64, ptr %77, align 8
  %79 = mul nsw i64 %78, %75
  %80 = or disjoint i64 %51, 7
  %81 = getelementptr inbounds %struct.Place, ptr %2, i64 0, i32 8, i64 %80
  %82 = load i64, ptr %81, align 8
  %83 = mul nsw i64 %82, %79
  %84 = add nuw nsw i64 %51, 8
  %85 = add i64 %52, 8
  %86 = icmp eq i64 %85, %25
  br i1 %86, label %26, label %49
87:                                               ; preds = %41
  %88 = getelementptr inbounds %struct.anon, ptr @core, i64 0, i32 59, i64 %12
  %89 = load ptr, ptr %88, align 8
  %90 = ptrtoint ptr %89 to i64
  %91 = lshr i64 %90, 4
  %92 = xor i64 %91, %19
  br i1 %20, label %93, label %140
93:                                               ; preds = %87
  %94 = and i64 %19, 3
  %95 = icmp ult i64 %19, 4
  br i1 %95, label %124, label %96
96:                                               ; preds = %93
  %97 = and i64 %19, 9223372036854775804
  br label %98
98:                                               ; preds = %98, %96
  %99 = phi i64 [ 0, %96 ], [ %121, %98 ]
  %100 = phi i64 [ %92, %96 ], [ %120, %98 ]
  %101 = phi i64 [ 0, %96 ], [ %122, %98 ]
  %102 = mul i64 %100, 31
  %103 = getelementptr inbounds i64, ptr %11, i64 %99
  %104 = load i64, ptr %103, align 8
  %105 = add i64 %104, %102
  %106 = or disjoint i64 %99, 1
  %107 = mul i64 %105, 31
  %108 = getelementptr inbounds i64, ptr %11, i64 %106
  %109 = load i64, ptr %108, align 8
  %110 = add i64 %109, %107
  %111 = or disjoint i64 %99, 2
  %112 = mul i64 %110, 31
  %113 = getelementptr inbounds i64, ptr %11, i64 %111
  %114 = load i64, ptr %113, align 8
  %115 = add i64 %114, %112
  %116 = or disjoint i64 %99, 3
  %117 = mul i64 %115, 31
  %118 = getelementptr inbounds i64, ptr %11, i64 %116
  %119 = load i64, ptr %118, align 8
  %120 = add i64 %119, %117
  %121 = add nuw nsw i64 %99, 4
  %122 = add i64 %101, 4
  %123 = icmp eq i64 %122, %97
  br i1 %123, label %124, label %98
124:                                              ; preds = %98, %93
  %125 = phi i64 [ undef, %93 ], [ %120, %98 ]
  %126 = phi i64 [ 0, %93 ], [ %121, %98 ]
  %127 = phi i64 [ %92, %93 ], [ %120, %98 ]
  %128 = icmp eq i64 %94, 0
  br i1 %128, label %140, label %129
129:                                              ; preds = %124, %129
  %130 = phi i64 [ %137, %129 ], [ %126, %124 ]
  %131 = phi i64 [ %136, %129 ], [ %127, %124 ]
  %132 = phi i64 [ %138, %129 ], [ 0, %124 ]
  %133 = mul i64 %131, 31
  %134 = getelementptr inbounds i64, ptr %11, i64 %130
  %135 = load i64, ptr %134, align 8
  %136 = add i64 %135, %133
  %137 = add nuw nsw i64 %130, 1
  %138 = add i64 %132, 1
  %139 = icmp eq i64 %138, %94
  br i1 %139, label %140, label %129
140:                                              ; preds = %124, %129, %87
  %141 = phi i64 [ %92, %87 ], [ %125, %124 ], [ %136, %129 ]
  %142 = lshr i64 %141, 9
  %143 = xor i64 %142, %141
  %144 = and i64 %143, 255
  %145 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %144
  %146 = load ptr, ptr %145, align 8
  %147 = icmp eq ptr %146, %89
  br i1 %147, label %148, label %228
148:                                              ; preds = %140
  %149 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %144, i32 2
  %150 = load i64, ptr %149, align 8
  %151 = icmp eq i64 %150, %19
  %152 = and i1 %20, %151
  br i1 %152, label %155, label %153
153:                                              ; preds = %155, %148
  %154 = phi i1 [ %151, %148 ], [ %161, %155 ]
  br i1 %154, label %165, label %228
155:                                              ; preds = %148, %155
  %156 = phi i64 [ %162, %155 ], [ 0, %148 ]
  %157 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %144, i32 3, i64 %156
  %158 = load i64, ptr %157, align 8
  %159 = getelementptr inbounds i64, ptr %11, i64 %156
  %160 = load i64, ptr %159, align 8
  %161 = icmp eq i64 %158, %160
  %162 = add nuw nsw i64 %156, 1
  %163 = icmp slt i64 %162, %19
  %164 = select i1 %161, i1 %163, i1 false
  br i1 %164, label %155, label %153
165:                                              ; preds = %153
  %166 = getelementptr inbounds [256 x %struct.anon.1], ptr @types, i64 0, i64 %144, i32 1
  %167 = load ptr, ptr %166, align 8
  %168 = icmp ne ptr %167, null
  %169 = icmp ne ptr %167, @_Py_NoneStruct
  %170 = and i1 %168, %169
  br i1 %170, label %171, label %228
171:                                              ; preds = %165
  %172 = call fastcc ptr @fill(ptr noundef nonnull %2, ptr noundef %0, i64 noundef 0, ptr noundef nonnull @scratch)
  %173 = icmp eq ptr %172, null
  br i1 %173, label %228, label %174
174:                                              ; preds = %171
  tail call void @Py_IncRef(ptr noundef nonnull %167)
  %175 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %176 = tail call fastcc ptr @small_buffer(i64 noundef %44)
  %177 = icmp eq ptr %176, null
  %178 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %179 = icmp ne i64 %178, %175
  %180 = select i1 %177, i1 true, i1 %179
  br i1 %180, label %207, label %181
181:                                              ; preds = %174
  %182 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %183 = load ptr, ptr @core, align 8
  %184 = icmp eq ptr %183, null
  br i1 %184, label %197, label %185
185:                                              ; preds = %181
  %186 = getelementptr inbounds %struct.Type, ptr %182, i64 0, i32 5
  %187 = load ptr, ptr %186, align 8
  %188 = icmp eq ptr %187, @handle_dealloc
  br i1 %188, label %189, label %197
189:                                              ; preds = %185
  %190 = getelementptr inbounds %struct.Handle, ptr %183, i64 0, i32 1
  %191 = load ptr, ptr %190, align 8
  store ptr %191, ptr @core, align 8
  %192 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  %193 = add nsw i64 %192, -1
  store i64 %193, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 1), align 8
  store i64 1, ptr %183, align 8
  %194 = getelementptr inbounds %struct.Object, ptr %183, i64 0, i32 1
  store ptr %182, ptr %194, align 8
  %195 = load i64, ptr %182, align 8
  %196 = add nsw i64 %195, 1
  store i64 %196, ptr %182, align 8
  br label %201
197:                                              ; preds = %185, %181
  %198 = tail call ptr @PyType_GenericAlloc(ptr noundef %182, i64 noundef 0)
  %199 = icmp eq ptr %198, null
  br i1 %199, label %200, label %201
200:                                              ; preds = %197
  tail call void @Py_DecRef(ptr noundef nonnull %176)
  br label %207
201:                                              ; preds = %197, %189
  %202 = phi ptr [ %183, %189 ], [ %198, %197 ]
  %203 = getelementptr inbounds %struct.Handle, ptr %202, i64 0, i32 1
  store i64 -1, ptr %203, align 8
  %204 = getelementptr inbounds %struct.Handle, ptr %202, i64 0, i32 2
  store i64 -1, ptr %204, align 8
  %205 = getelementptr inbounds %struct.Handle, ptr %202, i64 0, i32 3
  store ptr %167, ptr %205, align 8
  tail call void @Py_IncRef(ptr noundef nonnull %167)
  %206 = getelementptr inbounds %struct.Handle, ptr %202, i64 0, i32 4
  store ptr %176, ptr %206, align 8
  br label %207
207:                                              ; preds = %201, %200, %174
  %208 = phi ptr [ null, %174 ], [ %202, %201 ], [ null, %200 ]
  %209 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %210 = icmp eq i64 %209, %175
  %211 = select i1 %177, i1 true, i1 %210
  br i1 %211, label %213, label %212
212:                                              ; preds = %207
  tail call void @Py_DecRef(ptr noundef nonnull %176)
  br label %213
213:                                              ; preds = %212, %207
  %214 = icmp eq ptr %208, null
  br i1 %214, label %227, label %215
215:                                              ; preds = %213
  %216 = getelementptr inbounds %struct.Handle, ptr %208, i64 0, i32 4
  %217 = load ptr, ptr %216, align 8
  %218 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %219 = getelementptr inbounds i8, ptr %217, i64 %218
  %220 = load ptr, ptr %219, align 8
  %221 = tail call i64 @PyLong_AsSsize_t(ptr noundef %220)
  %222 = inttoptr i64 %221 to ptr
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %222, ptr nonnull align 16 @scratch, i64 %44, i1 false)
  %223 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %224 = getelementptr inbounds %struct.Counts, ptr %223, i64 0, i32 12
  %225 = load i64, ptr %224, align 8
  %226 = add nsw i64 %225, 1
  store i64 %226, ptr %224, align 8
  br label %227
227:                                              ; preds = %215, %213
  tail call void @Py_DecRef(ptr noundef nonnull %167)
  br label %228
228:                                              ; preds = %140, %153, %41, %165, %171, %227, %1, %9
  %229 = phi ptr [ null, %9 ], [ null, %1 ], [ null, %41 ], [ %208, %227 ], [ null, %171 ], [ null, %165 ], [ null, %153 ], [ null, %140 ]
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %2)
  ret ptr %229
}
define internal fastcc ptr @inner_of(ptr noundef %0, ptr noundef %1, i64 noundef %2) unnamed_addr {
  %4 = alloca [2 x ptr], align 16
  %5 = getelementptr inbounds %struct.Inner, ptr %0, i64 %2
  %6 = load i64, ptr %5, align 8
  %7 = icmp eq i64 %6, 0
  br i1 %7, label %8, label %38
8:                                                ; preds = %3
  %9 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %10 = add nsw i64 %9, 1
  store i64 %10, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %11 = tail call ptr @PyLong_FromLongLong(i64 noundef %2)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4)
  store ptr %1, ptr %4, align 16
  %12 = getelementptr inbounds ptr, ptr %4, i64 1
  store ptr %11, ptr %12, align 8
  %13 = icmp eq ptr %11, null
  br i1 %13, label %42, label %14
14:                                               ; preds = %8
  %15 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 53), align 8
  %16 = call ptr @PyObject_Vectorcall(ptr noundef %15, ptr noundef nonnull %4, i64 noundef 2, ptr noundef null)
  call void @Py_DecRef(ptr noundef nonnull %11)
  %17 = icmp eq ptr %16, null
  br i1 %17, label %42, label %18
18:                                               ; preds = %14
  %19 = icmp eq ptr %16, @_Py_NoneStruct
  br i1 %19, label %35, label %20
20:                                               ; preds = %18
  %21 = getelementptr inbounds %struct.Tuple, ptr %16, i64 0, i32 2
  %22 = load ptr, ptr %21, align 8
  %23 = call i64 @PyLong_AsLongLong(ptr noundef %22)
  %24 = inttoptr i64 %23 to ptr
  %25 = getelementptr inbounds %struct.Tuple, ptr %16, i64 1, i32 0, i32 1
  %26 = load ptr, ptr %25, align 8
  %27 = call i64 @PyLong_AsLongLong(ptr noundef %26)
  %28 = inttoptr i64 %27 to ptr
  %29 = getelementptr inbounds %struct.Tuple, ptr %16, i64 1, i32 1
  %30 = load ptr, ptr %29, align 8
  %31 = call i64 @PyLong_AsLongLong(ptr noundef %30)
  %32 = getelementptr inbounds i8, ptr %5, i64 8
  store ptr %24, ptr %32, align 8
  %33 = getelementptr inbounds i8, ptr %5, i64 16
  store ptr %28, ptr %33, align 8
  %34 = getelementptr inbounds i8, ptr %5, i64 24
  store i64 %31, ptr %34, align 8
  br label %35
35:                                               ; preds = %18, %20
  %36 = phi i64 [ 1, %20 ], [ -1, %18 ]
  store i64 %36, ptr %5, align 8
  call void @Py_DecRef(ptr noundef nonnull %16)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4)
  %37 = load i64, ptr %5, align 8
  br label %38
38:                                               ; preds = %35, %3
  %39 = phi i64 [ %37, %35 ], [ %6, %3 ]
  %40 = icmp sgt i64 %39, 0
  %41 = select i1 %40, ptr %5, ptr null
  br label %43
42:                                               ; preds = %8, %14
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4)
  br label %43
43:                                               ; preds = %42, %38
  %44 = phi ptr [ %41, %38 ], [ null, %42 ]
  ret ptr %44
}
define internal fastcc ptr @made_kind(ptr noundef %0, ptr noundef %1, i64 noundef %2) unnamed_addr {
  %4 = alloca [3 x ptr], align 16
  %5 = ptrtoint ptr %0 to i64
  %6 = lshr i64 %5, 4
  %7 = ptrtoint ptr %1 to i64
  %8 = lshr i64 %7, 3
  %9 = mul i64 %8, 31
  %10 = mul nsw i64 %2, 257
  %11 = xor i64 %10, %6
  %12 = xor i64 %11, %9
  %13 = lshr i64 %12, 10
  %14 = xor i64 %13, %12
  %15 = and i64 %14, 1023
  %16 = getelementptr inbounds [1024 x %struct.Made], ptr @made_kinds, i64 0, i64 %15
  %17 = getelementptr inbounds [1024 x %struct.Made], ptr @made_kinds, i64 0, i64 %15, i32 2
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %31, label %20
20:                                               ; preds = %3
  %21 = load ptr, ptr %16, align 16
  %22 = icmp eq ptr %21, %0
  br i1 %22, label %23, label %31
23:                                               ; preds = %20
  %24 = getelementptr inbounds [2 x ptr], ptr %16, i64 0, i64 1
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %25, %1
  br i1 %26, label %27, label %31
27:                                               ; preds = %23
  %28 = getelementptr inbounds [1024 x %struct.Made], ptr @made_kinds, i64 0, i64 %15, i32 1
  %29 = load i64, ptr %28, align 16
  %30 = icmp eq i64 %29, %2
  br i1 %30, label %65, label %31
31:                                               ; preds = %27, %23, %20, %3
  %32 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %33 = add nsw i64 %32, 1
  store i64 %33, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %34 = tail call ptr @PyLong_FromLongLong(i64 noundef %2)
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %4)
  store ptr %0, ptr %4, align 16
  %35 = getelementptr inbounds ptr, ptr %4, i64 1
  %36 = icmp eq ptr %1, null
  %37 = select i1 %36, ptr @_Py_NoneStruct, ptr %1
  store ptr %37, ptr %35, align 8
  %38 = getelementptr inbounds ptr, ptr %4, i64 2
  store ptr %34, ptr %38, align 16
  %39 = icmp eq ptr %34, null
  br i1 %39, label %63, label %40
40:                                               ; preds = %31
  %41 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 54), align 8
  %42 = call ptr @PyObject_Vectorcall(ptr noundef %41, ptr noundef nonnull %4, i64 noundef 3, ptr noundef null)
  call void @Py_DecRef(ptr noundef nonnull %34)
  %43 = icmp eq ptr %42, null
  br i1 %43, label %63, label %44
44:                                               ; preds = %40
  %45 = load ptr, ptr %16, align 16
  %46 = getelementptr inbounds i8, ptr %16, i64 8
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds i8, ptr %16, i64 16
  %49 = load ptr, ptr %17, align 8
  call void @Py_IncRef(ptr noundef %0)
  br i1 %36, label %51, label %50
50:                                               ; preds = %44
  call void @Py_IncRef(ptr noundef nonnull %1)
  br label %51
51:                                               ; preds = %50, %44
  store ptr %0, ptr %16, align 16
  store ptr %1, ptr %46, align 8
  store i64 %2, ptr %48, align 16
  store ptr %42, ptr %17, align 8
  %52 = icmp eq ptr %45, null
  br i1 %52, label %54, label %53
53:                                               ; preds = %51
  call void @Py_DecRef(ptr noundef nonnull %45)
  br label %54
54:                                               ; preds = %51, %53
  %55 = icmp eq ptr %47, null
  br i1 %55, label %57, label %56
56:                                               ; preds = %54
  call void @Py_DecRef(ptr noundef nonnull %47)
  br label %57
57:                                               ; preds = %54, %56
  %58 = icmp eq ptr %49, null
  br i1 %58, label %60, label %59
59:                                               ; preds = %57
  call void @Py_DecRef(ptr noundef nonnull %49)
  br label %60
60:                                               ; preds = %57, %59
  %61 = icmp eq ptr %42, @_Py_NoneStruct
  %62 = select i1 %61, ptr null, ptr %42
  br label %63
63:                                               ; preds = %31, %40, %60
  %64 = phi ptr [ %62, %60 ], [ null, %40 ], [ null, %31 ]
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %4)
  br label %68
65:                                               ; preds = %27
  %66 = icmp eq ptr %18, @_Py_NoneStruct
  %67 = select i1 %66, ptr null, ptr %18
  br label %68
68:                                               ; preds = %65, %63
  %69 = phi ptr [ %64, %63 ], [ %67, %65 ]
  ret ptr %69
}
define internal fastcc ptr @number_from(i64 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr {
  %3 = icmp slt i64 %0, 6
  br i1 %3, label %4, label %12
4:                                                ; preds = %2
  %5 = getelementptr inbounds [6 x i64], ptr @WIDTHS, i64 0, i64 %0
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds %struct.anon, ptr @core, i64 0, i32 34, i64 %0
  %8 = load ptr, ptr %7, align 8
  %9 = tail call ptr @PyType_GetSlot(ptr noundef %8, i32 noundef 47)
  %10 = tail call ptr %9(ptr noundef %8, i64 noundef 0)
  %11 = icmp eq ptr %10, null
  br i1 %11, label %27, label %19
12:                                               ; preds = %2
  %13 = icmp eq i64 %0, 6
  tail call void @llvm.assume(i1 %13)
  %14 = load i8, ptr %1, align 1
  %15 = icmp eq i8 %14, 0
  %16 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 37), align 8
  %17 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 38), align 8
  %18 = select i1 %15, ptr %17, ptr %16
  tail call void @Py_IncRef(ptr noundef %18)
  br label %27
19:                                               ; preds = %4
  %20 = and i64 %0, -5
  %21 = icmp eq i64 %20, 1
  br i1 %21, label %22, label %25
22:                                               ; preds = %19
  %23 = load i64, ptr %1, align 8
  %24 = getelementptr inbounds %struct.Object, ptr %10, i64 1
  store i64 %23, ptr %24, align 8
  br label %27
25:                                               ; preds = %19
  %26 = getelementptr inbounds %struct.Object, ptr %10, i64 1
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %26, ptr align 1 %1, i64 %6, i1 false)
  br label %27
27:                                               ; preds = %12, %4, %22, %25
  %28 = phi ptr [ %18, %12 ], [ null, %4 ], [ %10, %25 ], [ %10, %22 ]
  ret ptr %28
}
define internal fastcc ptr @list_from(ptr nocapture noundef readonly %0, i64 noundef %1, ptr nocapture noundef readonly %2) unnamed_addr {
  %4 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 7
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %5, %1
  br i1 %6, label %7, label %9
7:                                                ; preds = %3
  %8 = tail call fastcc ptr @plain(ptr noundef nonnull %0, ptr noundef %2)
  br label %42
9:                                                ; preds = %3
  %10 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 8, i64 %1
  %11 = load i64, ptr %10, align 8
  %12 = tail call i32 @PyGC_Disable()
  %13 = tail call ptr @PyList_New(i64 noundef %11)
  %14 = icmp eq i32 %12, 0
  br i1 %14, label %17, label %15
15:                                               ; preds = %9
  %16 = tail call i32 @PyGC_Enable()
  br label %17
17:                                               ; preds = %9, %15
  %18 = icmp eq ptr %13, null
  br i1 %18, label %42, label %19
19:                                               ; preds = %17
  %20 = add nsw i64 %1, 1
  %21 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 9, i64 %1
  %22 = getelementptr inbounds %struct.List, ptr %13, i64 0, i32 2
  %23 = load i64, ptr %10, align 8
  %24 = icmp sgt i64 %23, 0
  br i1 %24, label %29, label %42
25:                                               ; preds = %29
  %26 = add nuw nsw i64 %30, 1
  %27 = load i64, ptr %10, align 8
  %28 = icmp slt i64 %26, %27
  br i1 %28, label %29, label %42
29:                                               ; preds = %19, %25
  %30 = phi i64 [ %26, %25 ], [ 0, %19 ]
  %31 = load i64, ptr %21, align 8
  %32 = mul nsw i64 %31, %30
  %33 = getelementptr inbounds i8, ptr %2, i64 %32
  %34 = tail call fastcc ptr @list_from(ptr noundef nonnull %0, i64 noundef %20, ptr noundef %33)
  %35 = load ptr, ptr %22, align 8
  %36 = getelementptr inbounds ptr, ptr %35, i64 %30
  store ptr %34, ptr %36, align 8
  %37 = load ptr, ptr %22, align 8
  %38 = getelementptr inbounds ptr, ptr %37, i64 %30
  %39 = load ptr, ptr %38, align 8
  %40 = icmp eq ptr %39, null
  br i1 %40, label %41, label %25
41:                                               ; preds = %29
  tail call void @Py_DecRef(ptr noundef nonnull %13)
  br label %42
42:                                               ; preds = %25, %19, %41, %17, %7
  %43 = phi ptr [ %8, %7 ], [ null, %17 ], [ null, %41 ], [ %13, %19 ], [ %13, %25 ]
  ret ptr %43
}
define internal fastcc i64 @measure(ptr nocapture noundef readonly %0, i64 noundef %1, ptr nocapture noundef %2, ptr nocapture noundef %3) unnamed_addr {
  %5 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 1
  %6 = load i64, ptr %5, align 8
  %7 = icmp eq i64 %6, 0
  br i1 %7, label %70, label %8
8:                                                ; preds = %4
  %9 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %10 = icmp sgt i64 %6, %9
  %11 = icmp eq i64 %1, 4
  %12 = or i1 %11, %10
  br i1 %12, label %70, label %13
13:                                               ; preds = %8
  %14 = load i64, ptr %2, align 8
  %15 = icmp eq i64 %14, 0
  %16 = icmp sgt i64 %14, %1
  %17 = or i1 %15, %16
  br i1 %17, label %18, label %70
18:                                               ; preds = %13
  %19 = getelementptr inbounds i64, ptr %3, i64 %1
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  %22 = icmp eq i64 %20, %6
  %23 = or i1 %21, %22
  br i1 %23, label %24, label %70
24:                                               ; preds = %18
  store i64 %6, ptr %19, align 8
  %25 = add nuw nsw i64 %1, 1
  %26 = icmp sgt i64 %6, 0
  br i1 %26, label %27, label %70
27:                                               ; preds = %24
  %28 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %29 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 2
  br label %30
30:                                               ; preds = %27, %64
  %31 = phi i64 [ 0, %27 ], [ %68, %64 ]
  %32 = phi i64 [ 5, %27 ], [ %67, %64 ]
  %33 = load ptr, ptr %28, align 8
  %34 = icmp eq ptr %33, @PyTuple_Type
  br i1 %34, label %37, label %35
35:                                               ; preds = %30
  %36 = load ptr, ptr %29, align 8
  br label %37
37:                                               ; preds = %30, %35
  %38 = phi ptr [ %36, %35 ], [ %29, %30 ]
  %39 = getelementptr inbounds ptr, ptr %38, i64 %31
  %40 = load ptr, ptr %39, align 8
  %41 = getelementptr inbounds %struct.Object, ptr %40, i64 0, i32 1
  %42 = load ptr, ptr %41, align 8
  %43 = icmp eq ptr %42, @PyFloat_Type
  %44 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 34, i64 1), align 8
  %45 = icmp eq ptr %42, %44
  %46 = select i1 %43, i1 true, i1 %45
  %47 = icmp eq ptr %42, @PyLong_Type
  %48 = select i1 %47, i64 5, i64 0
  %49 = select i1 %46, i64 1, i64 %48
  %50 = icmp eq i64 %49, 0
  br i1 %50, label %57, label %51
51:                                               ; preds = %37
  %52 = load i64, ptr %2, align 8
  %53 = icmp eq i64 %52, 0
  br i1 %53, label %54, label %55
54:                                               ; preds = %51
  store i64 %25, ptr %2, align 8
  br label %64
55:                                               ; preds = %51
  %56 = icmp eq i64 %52, %25
  br i1 %56, label %64, label %70
57:                                               ; preds = %37
  %58 = icmp ne ptr %42, @PyTuple_Type
  %59 = icmp ne ptr %42, @PyList_Type
  %60 = and i1 %58, %59
  br i1 %60, label %70, label %61
61:                                               ; preds = %57
  %62 = tail call fastcc i64 @measure(ptr noundef nonnull %40, i64 noundef %25, ptr noundef nonnull %2, ptr noundef %3)
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %70, label %64
64:                                               ; preds = %54, %61, %55
  %65 = phi i64 [ %49, %55 ], [ %62, %61 ], [ %49, %54 ]
  %66 = icmp eq i64 %65, 1
  %67 = select i1 %66, i64 1, i64 %32
  %68 = add nuw nsw i64 %31, 1
  %69 = icmp eq i64 %68, %6
  br i1 %69, label %70, label %30
70:                                               ; preds = %55, %57, %61, %64, %24, %18, %4, %8, %13
  %71 = phi i64 [ 0, %13 ], [ 0, %8 ], [ 0, %4 ], [ 0, %18 ], [ 5, %24 ], [ 0, %55 ], [ 0, %57 ], [ 0, %61 ], [ %67, %64 ]
  ret i64 %71
}
define internal fastcc ptr @fill(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, ptr noundef %3) unnamed_addr {
  %5 = alloca %struct.Input, align 8
  %6 = getelementptr inbounds %struct.List, ptr %1, i64 0, i32 1
  %7 = icmp eq ptr %3, null
  br i1 %7, label %23, label %8
8:                                                ; preds = %4
  %9 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 7
  %10 = getelementptr inbounds %struct.Object, ptr %1, i64 0, i32 1
  %11 = getelementptr inbounds %struct.List, ptr %1, i64 0, i32 2
  %12 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 2
  %13 = getelementptr inbounds %struct.Input, ptr %5, i64 0, i32 1
  %14 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 4
  %15 = getelementptr inbounds %struct.Input, ptr %5, i64 0, i32 2
  %16 = getelementptr inbounds %struct.Place, ptr %0, i64 0, i32 5
  %17 = add nsw i64 %2, 1
  br label %18
18:                                               ; preds = %8, %74
  %19 = phi i64 [ 0, %8 ], [ %76, %74 ]
  %20 = phi ptr [ %3, %8 ], [ %75, %74 ]
  %21 = load i64, ptr %6, align 8
  %22 = icmp slt i64 %19, %21
  br i1 %22, label %25, label %23
23:                                               ; preds = %68, %18, %74, %67, %4
  %24 = phi ptr [ null, %4 ], [ null, %67 ], [ null, %68 ], [ null, %74 ], [ %20, %18 ]
  ret ptr %24
25:                                               ; preds = %18
  %26 = load i64, ptr %9, align 8
  %27 = add nsw i64 %26, -1
  %28 = icmp sgt i64 %27, %2
  %29 = load ptr, ptr %10, align 8
  %30 = icmp eq ptr %29, @PyTuple_Type
  br i1 %28, label %31, label %39
31:                                               ; preds = %25
  br i1 %30, label %34, label %32
32:                                               ; preds = %31
  %33 = load ptr, ptr %11, align 8
  br label %34
34:                                               ; preds = %31, %32
  %35 = phi ptr [ %33, %32 ], [ %11, %31 ]
  %36 = getelementptr inbounds ptr, ptr %35, i64 %19
  %37 = load ptr, ptr %36, align 8
  %38 = tail call fastcc ptr @fill(ptr noundef nonnull %0, ptr noundef %37, i64 noundef %17, ptr noundef nonnull %20)
  br label %74
39:                                               ; preds = %25
  br i1 %30, label %42, label %40
40:                                               ; preds = %39
  %41 = load ptr, ptr %11, align 8
  br label %42
42:                                               ; preds = %39, %40
  %43 = phi ptr [ %41, %40 ], [ %11, %39 ]
  %44 = getelementptr inbounds ptr, ptr %43, i64 %19
  %45 = load ptr, ptr %44, align 8
  %46 = getelementptr inbounds %struct.Object, ptr %45, i64 0, i32 1
  %47 = load ptr, ptr %46, align 8
  %48 = load ptr, ptr %12, align 8
  %49 = icmp eq ptr %47, %48
  br i1 %49, label %50, label %53
50:                                               ; preds = %42
  %51 = getelementptr inbounds %struct.Object, ptr %45, i64 1
  %52 = load i64, ptr %16, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %20, ptr nonnull align 8 %51, i64 %52, i1 false)
  br label %71
53:                                               ; preds = %42
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %5)
  store i64 0, ptr %5, align 8
  %54 = load i64, ptr %14, align 8
  store i64 %54, ptr %13, align 8
  %55 = ptrtoint ptr %20 to i64
  store i64 %55, ptr %15, align 8
  %56 = icmp slt i64 %54, 6
  br i1 %56, label %68, label %57
57:                                               ; preds = %53
  %58 = icmp eq i64 %54, 6
  br i1 %58, label %59, label %67
59:                                               ; preds = %57
  %60 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 45), align 8
  %61 = icmp eq ptr %60, %45
  %62 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 46), align 8
  %63 = icmp eq ptr %62, %45
  %64 = select i1 %61, i1 true, i1 %63
  br i1 %64, label %65, label %67
65:                                               ; preds = %59
  %66 = zext i1 %61 to i8
  store i8 %66, ptr %20, align 1
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %5)
  br label %71
67:                                               ; preds = %59, %57
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %5)
  br label %23
68:                                               ; preds = %53
  %69 = call fastcc i32 @store(ptr noundef nonnull %5, ptr noundef nonnull %45)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %5)
  %70 = icmp eq i32 %69, 0
  br i1 %70, label %23, label %71
71:                                               ; preds = %65, %50, %68
  %72 = load i64, ptr %16, align 8
  %73 = getelementptr inbounds i8, ptr %20, i64 %72
  br label %74
74:                                               ; preds = %71, %34
  %75 = phi ptr [ %38, %34 ], [ %73, %71 ]
  %76 = add nuw nsw i64 %19, 1
  %77 = icmp eq ptr %75, null
  br i1 %77, label %23, label %18
}
define internal fastcc i64 @sizes_in(ptr noundef %0) unnamed_addr {
  %2 = alloca i32, align 4
  %3 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, @PyLong_Type
  br i1 %5, label %6, label %12
6:                                                ; preds = %1
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %2)
  %7 = call i64 @PyLong_AsLongLongAndOverflow(ptr noundef nonnull %0, ptr noundef nonnull %2)
  %8 = load i32, ptr %2, align 4
  %9 = icmp eq i32 %8, 0
  %10 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %11 = add nsw i64 %10, 1
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %2)
  br i1 %9, label %56, label %59
12:                                               ; preds = %1
  %13 = icmp eq ptr %4, @PyFloat_Type
  br i1 %13, label %14, label %24
14:                                               ; preds = %12
  %15 = getelementptr inbounds %struct.Float, ptr %0, i64 0, i32 1
  %16 = load double, ptr %15, align 8
  %17 = fcmp ogt double %16, -1.000000e+06
  %18 = fcmp olt double %16, 1.000000e+06
  %19 = and i1 %17, %18
  %20 = fptosi double %16 to i64
  %21 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %22 = select i1 %19, i64 %20, i64 %21
  %23 = add nsw i64 %22, 1
  br label %56
24:                                               ; preds = %12
  %25 = icmp eq ptr %4, @PyTuple_Type
  %26 = icmp eq ptr %4, @PyList_Type
  %27 = or i1 %25, %26
  br i1 %27, label %28, label %56
28:                                               ; preds = %24
  %29 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 1
  %30 = load i64, ptr %29, align 8
  %31 = icmp sgt i64 %30, 0
  %32 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %33 = icmp sgt i64 %32, 0
  %34 = select i1 %31, i1 %33, i1 false
  br i1 %34, label %35, label %56
35:                                               ; preds = %28
  %36 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 2
  br label %37
37:                                               ; preds = %35, %44
  %38 = phi i64 [ 0, %35 ], [ %50, %44 ]
  %39 = phi i64 [ 1, %35 ], [ %49, %44 ]
  %40 = load ptr, ptr %3, align 8
  %41 = icmp eq ptr %40, @PyTuple_Type
  br i1 %41, label %44, label %42
42:                                               ; preds = %37
  %43 = load ptr, ptr %36, align 8
  br label %44
44:                                               ; preds = %37, %42
  %45 = phi ptr [ %43, %42 ], [ %36, %37 ]
  %46 = getelementptr inbounds ptr, ptr %45, i64 %38
  %47 = load ptr, ptr %46, align 8
  %48 = tail call fastcc i64 @sizes_in(ptr noundef %47)
  %49 = mul nsw i64 %48, %39
  %50 = add nuw nsw i64 %38, 1
  %51 = load i64, ptr %29, align 8
  %52 = icmp slt i64 %50, %51
  %53 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %54 = icmp sle i64 %49, %53
  %55 = select i1 %52, i1 %54, i1 false
  br i1 %55, label %37, label %56
56:                                               ; preds = %44, %28, %24, %14, %6
  %57 = phi i64 [ %7, %6 ], [ %23, %14 ], [ 1, %24 ], [ 1, %28 ], [ %49, %44 ]
  %58 = call i64 @llvm.abs.i64(i64 %57, i1 true)
  br label %59
59:                                               ; preds = %6, %56
  %60 = phi i64 [ %58, %56 ], [ %11, %6 ]
  ret i64 %60
}
define internal fastcc i32 @is_seen(ptr nocapture noundef readonly %0) unnamed_addr {
  %2 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, @PyTuple_Type
  %5 = load i64, ptr %0, align 8
  %6 = icmp sgt i64 %5, 1
  br i1 %6, label %7, label %11
7:                                                ; preds = %1
  %8 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 58), align 8
  %9 = icmp eq ptr %3, %8
  %10 = zext i1 %9 to i32
  br label %33
11:                                               ; preds = %1
  %12 = icmp eq ptr %3, @PyList_Type
  %13 = or i1 %12, %4
  br i1 %13, label %14, label %33
14:                                               ; preds = %11
  %15 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 1
  %16 = load i64, ptr %15, align 8
  %17 = icmp sgt i64 %16, 0
  br i1 %17, label %18, label %33
18:                                               ; preds = %14
  %19 = getelementptr inbounds %struct.List, ptr %0, i64 0, i32 2
  br label %23
20:                                               ; preds = %27
  %21 = add nuw nsw i64 %24, 1
  %22 = icmp eq i64 %21, %16
  br i1 %22, label %33, label %23
23:                                               ; preds = %18, %20
  %24 = phi i64 [ 0, %18 ], [ %21, %20 ]
  br i1 %4, label %27, label %25
25:                                               ; preds = %23
  %26 = load ptr, ptr %19, align 8
  br label %27
27:                                               ; preds = %23, %25
  %28 = phi ptr [ %26, %25 ], [ %19, %23 ]
  %29 = getelementptr inbounds ptr, ptr %28, i64 %24
  %30 = load ptr, ptr %29, align 8
  %31 = tail call fastcc i32 @is_seen(ptr noundef %30)
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %20, label %33
33:                                               ; preds = %27, %20, %14, %11, %7
  %34 = phi i32 [ %10, %7 ], [ 0, %11 ], [ 0, %14 ], [ 1, %27 ], [ 0, %20 ]
  ret i32 %34
}
define internal fastcc i32 @is_large(ptr nocapture noundef readonly %0) unnamed_addr {
  %2 = getelementptr inbounds %struct.Object, ptr %0, i64 0, i32 1
  %3 = load ptr, ptr %2, align 8
  %4 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 58), align 8
  %5 = icmp eq ptr %3, %4
  br i1 %5, label %6, label %38
6:                                                ; preds = %1
  %7 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 2
  %8 = load i32, ptr %7, align 8
  %9 = getelementptr inbounds %struct.Array, ptr %0, i64 0, i32 3
  %10 = tail call i32 @llvm.smax.i32(i32 %8, i32 0)
  %11 = zext nneg i32 %10 to i64
  %12 = icmp slt i32 %8, 1
  br i1 %12, label %38, label %13
13:                                               ; preds = %6
  %14 = add nsw i64 %11, -1
  %15 = and i64 %11, 3
  %16 = icmp ult i64 %14, 3
  br i1 %16, label %21, label %17
17:                                               ; preds = %13
  %18 = and i64 %11, 2147483644
  %19 = load ptr, ptr %9, align 8
  %20 = load ptr, ptr %9, align 8
  br label %44
21:                                               ; preds = %44, %13
  %22 = phi i64 [ undef, %13 ], [ %62, %44 ]
  %23 = phi i64 [ 1, %13 ], [ %62, %44 ]
  %24 = phi i64 [ 0, %13 ], [ %63, %44 ]
  %25 = icmp eq i64 %15, 0
  br i1 %25, label %38, label %26
26:                                               ; preds = %21
  %27 = load ptr, ptr %9, align 8
  br label %28
28:                                               ; preds = %28, %26
  %29 = phi i64 [ %34, %28 ], [ %23, %26 ]
  %30 = phi i64 [ %35, %28 ], [ %24, %26 ]
  %31 = phi i64 [ %36, %28 ], [ 0, %26 ]
  %32 = getelementptr inbounds i64, ptr %27, i64 %30
  %33 = load i64, ptr %32, align 8
  %34 = mul nsw i64 %33, %29
  %35 = add nuw nsw i64 %30, 1
  %36 = add i64 %31, 1
  %37 = icmp eq i64 %36, %15
  br i1 %37, label %38, label %28
38:                                               ; preds = %21, %28, %6, %1
  %39 = phi i64 [ 1, %1 ], [ 1, %6 ], [ %22, %21 ], [ %34, %28 ]
  %40 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %41 = shl nsw i64 %40, 2
  %42 = icmp sgt i64 %39, %41
  %43 = zext i1 %42 to i32
  ret i32 %43
44:                                               ; preds = %44, %17
  %45 = phi i64 [ 1, %17 ], [ %62, %44 ]
  %46 = phi i64 [ 0, %17 ], [ %63, %44 ]
  %47 = phi i64 [ 0, %17 ], [ %64, %44 ]
  %48 = getelementptr inbounds i64, ptr %19, i64 %46
  %49 = load i64, ptr %48, align 8
  %50 = mul nsw i64 %49, %45
  %51 = or disjoint i64 %46, 1
  %52 = getelementptr inbounds i64, ptr %19, i64 %51
  %53 = load i64, ptr %52, align 8
  %54 = mul nsw i64 %53, %50
  %55 = or disjoint i64 %46, 2
  %56 = getelementptr inbounds i64, ptr %20, i64 %55
  %57 = load i64, ptr %56, align 8
  %58 = mul nsw i64 %57, %54
  %59 = or disjoint i64 %46, 3
  %60 = getelementptr inbounds i64, ptr %20, i64 %59
  %61 = load i64, ptr %60, align 8
  %62 = mul nsw i64 %61, %58
  %63 = add nuw nsw i64 %46, 4
  %64 = add i64 %47, 4
  %65 = icmp eq i64 %64, %18
  br i1 %65, label %21, label %44
}
define internal fastcc i32 @run_here(ptr noundef %0) unnamed_addr {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 11
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds %struct.List, ptr %8, i64 0, i32 1
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %12, label %70
12:                                               ; preds = %1
  %13 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 10
  %14 = load ptr, ptr %13, align 8
  %15 = tail call i64 @PyDict_Size(ptr noundef %14)
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %17, label %70
17:                                               ; preds = %12
  %18 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 9
  %19 = load ptr, ptr %18, align 8
  %20 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 42), align 8
  %21 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 46), align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3)
  store ptr %21, ptr %3, align 8
  %22 = tail call ptr @PyObject_GetAttr(ptr noundef %19, ptr noundef %20)
  %23 = icmp eq ptr %22, null
  br i1 %23, label %29, label %24
24:                                               ; preds = %17
  %25 = icmp ne ptr %21, null
  %26 = zext i1 %25 to i64
  %27 = call ptr @PyObject_Vectorcall(ptr noundef nonnull %22, ptr noundef nonnull %3, i64 noundef %26, ptr noundef null)
  call void @Py_DecRef(ptr noundef nonnull %22)
  %28 = icmp eq ptr %27, null
  br i1 %28, label %29, label %30
29:                                               ; preds = %24, %17
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3)
  br label %70
30:                                               ; preds = %24
  call void @Py_DecRef(ptr noundef nonnull %27)
  %31 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 45), align 8
  %32 = icmp eq ptr %27, %31
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3)
  br i1 %32, label %33, label %70
33:                                               ; preds = %30
  %34 = load i64, ptr %0, align 8
  %35 = add nsw i64 %34, 1
  store i64 %35, ptr %0, align 8
  %36 = call i64 @PyThread_get_thread_ident()
  %37 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 5
  store i64 %36, ptr %37, align 8
  %38 = call ptr @segment_launch(ptr noundef nonnull %0, ptr poison, i64 poison)
  store i64 0, ptr %37, align 8
  %39 = icmp eq ptr %38, null
  br i1 %39, label %40, label %45
40:                                               ; preds = %33
  %41 = load ptr, ptr @PyExc_Exception, align 8
  %42 = call i32 @PyErr_ExceptionMatches(ptr noundef %41)
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %49, label %44
44:                                               ; preds = %40
  call void @PyErr_Clear()
  br label %49
45:                                               ; preds = %33
  %46 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 45), align 8
  %47 = icmp eq ptr %38, %46
  %48 = zext i1 %47 to i32
  call void @Py_DecRef(ptr noundef nonnull %38)
  br label %49
49:                                               ; preds = %40, %44, %45
  %50 = phi i32 [ %48, %45 ], [ 0, %44 ], [ -1, %40 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4)
  store ptr null, ptr %4, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5)
  store ptr null, ptr %5, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6)
  store ptr null, ptr %6, align 8
  call void @PyErr_Fetch(ptr noundef nonnull %4, ptr noundef nonnull %5, ptr noundef nonnull %6)
  %51 = load ptr, ptr %18, align 8
  %52 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 43), align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2)
  store ptr null, ptr %2, align 8
  %53 = call ptr @PyObject_GetAttr(ptr noundef %51, ptr noundef %52)
  %54 = icmp eq ptr %53, null
  br i1 %54, label %58, label %55
55:                                               ; preds = %49
  %56 = call ptr @PyObject_Vectorcall(ptr noundef nonnull %53, ptr noundef nonnull %2, i64 noundef 0, ptr noundef null)
  call void @Py_DecRef(ptr noundef nonnull %53)
  %57 = icmp eq ptr %56, null
  br i1 %57, label %58, label %59
58:                                               ; preds = %55, %49
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2)
  br label %63
59:                                               ; preds = %55
  call void @Py_DecRef(ptr noundef nonnull %56)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2)
  %60 = load ptr, ptr %4, align 8
  %61 = load ptr, ptr %5, align 8
  %62 = load ptr, ptr %6, align 8
  call void @PyErr_Restore(ptr noundef %60, ptr noundef %61, ptr noundef %62)
  br label %63
63:                                               ; preds = %58, %59
  %64 = phi i32 [ %50, %59 ], [ -1, %58 ]
  %65 = load i64, ptr %0, align 8
  %66 = add nsw i64 %65, -1
  store i64 %66, ptr %0, align 8
  %67 = icmp eq i64 %66, 0
  br i1 %67, label %68, label %69
68:                                               ; preds = %63
  call void @_Py_Dealloc(ptr noundef nonnull %0)
  br label %69
69:                                               ; preds = %63, %68
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4)
  br label %70
70:                                               ; preds = %29, %69, %30, %1, %12
  %71 = phi i32 [ 0, %12 ], [ 0, %1 ], [ %64, %69 ], [ 0, %30 ], [ -1, %29 ]
  ret i32 %71
}
declare i64 @PyThread_get_thread_ident() local_unnamed_addr
declare ptr @PyBool_FromLong(i64 noundef) local_unnamed_addr
define internal fastcc ptr @small(ptr noundef %0, i64 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4) unnamed_addr {
  %6 = alloca %struct.Grid, align 8
  %7 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %196, label %9
9:                                                ; preds = %5
  %10 = icmp eq i64 %1, 7
  br i1 %10, label %16, label %11
11:                                               ; preds = %9
  %12 = getelementptr inbounds [40 x [7 x %struct.Inner]], ptr @inner_of_operator, i64 0, i64 %1
  %13 = getelementptr inbounds %struct.anon, ptr @core, i64 0, i32 19, i64 %1
  %14 = load ptr, ptr %13, align 8
  %15 = tail call fastcc ptr @at_once(ptr noundef %0, ptr noundef nonnull %12, ptr noundef %14, ptr noundef %2, ptr noundef %3, i32 noundef %4)
  br label %20
16:                                               ; preds = %9
  %17 = icmp eq i32 %4, 0
  br i1 %17, label %18, label %23
18:                                               ; preds = %16
  %19 = tail call fastcc ptr @product_at_once(ptr noundef %0, ptr noundef %2, ptr noundef %3)
  br label %20
20:                                               ; preds = %18, %11
  %21 = phi ptr [ %15, %11 ], [ %19, %18 ]
  %22 = icmp eq ptr %21, null
  br i1 %22, label %23, label %196
23:                                               ; preds = %16, %20
  %24 = tail call ptr @PyErr_Occurred()
  %25 = icmp ne ptr %24, null
  %26 = icmp eq ptr %0, null
  %27 = or i1 %26, %25
  br i1 %27, label %196, label %28
28:                                               ; preds = %23
  %29 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 3
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 5
  %32 = load i64, ptr %31, align 8
  %33 = or i64 %32, %30
  %34 = icmp ne i64 %33, 0
  %35 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %36 = icmp eq i64 %35, 0
  %37 = select i1 %34, i1 true, i1 %36
  br i1 %37, label %196, label %38
38:                                               ; preds = %28
  %39 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %40 = load i64, ptr %39, align 8
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %42, label %196
42:                                               ; preds = %38
  %43 = getelementptr inbounds %struct.Object, ptr %2, i64 0, i32 1
  %44 = load ptr, ptr %43, align 8
  %45 = getelementptr inbounds %struct.Type, ptr %44, i64 0, i32 5
  %46 = load ptr, ptr %45, align 8
  %47 = icmp eq ptr %46, @handle_dealloc
  br i1 %47, label %48, label %54
48:                                               ; preds = %42
  %49 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %50 = icmp eq ptr %44, %49
  %51 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 6), align 8
  %52 = icmp eq ptr %44, %51
  %53 = select i1 %50, i1 true, i1 %52
  br i1 %53, label %57, label %196
54:                                               ; preds = %42
  %55 = tail call fastcc i32 @made_of(ptr noundef nonnull %2)
  %56 = icmp eq i32 %55, 0
  br i1 %56, label %57, label %196
57:                                               ; preds = %54, %48
  %58 = icmp ne ptr %3, null
  br i1 %58, label %59, label %74
59:                                               ; preds = %57
  %60 = getelementptr inbounds %struct.Object, ptr %3, i64 0, i32 1
  %61 = load ptr, ptr %60, align 8
  %62 = getelementptr inbounds %struct.Type, ptr %61, i64 0, i32 5
  %63 = load ptr, ptr %62, align 8
  %64 = icmp eq ptr %63, @handle_dealloc
  br i1 %64, label %65, label %71
65:                                               ; preds = %59
  %66 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %67 = icmp eq ptr %61, %66
  %68 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 6), align 8
  %69 = icmp eq ptr %61, %68
  %70 = select i1 %67, i1 true, i1 %69
  br i1 %70, label %74, label %196
71:                                               ; preds = %59
  %72 = tail call fastcc i32 @made_of(ptr noundef nonnull %3)
  %73 = icmp eq i32 %72, 0
  br i1 %73, label %74, label %196
74:                                               ; preds = %71, %65, %57
  %75 = load ptr, ptr %43, align 8
  %76 = getelementptr inbounds %struct.Type, ptr %75, i64 0, i32 5
  %77 = load ptr, ptr %76, align 8
  %78 = icmp eq ptr %77, @handle_dealloc
  br i1 %78, label %83, label %79
79:                                               ; preds = %74
  %80 = icmp ne ptr %75, @PyTuple_Type
  %81 = icmp ne ptr %75, @PyList_Type
  %82 = and i1 %80, %81
  br i1 %82, label %83, label %196
83:                                               ; preds = %79, %74
  br i1 %58, label %84, label %94
84:                                               ; preds = %83
  %85 = getelementptr inbounds %struct.Object, ptr %3, i64 0, i32 1
  %86 = load ptr, ptr %85, align 8
  %87 = getelementptr inbounds %struct.Type, ptr %86, i64 0, i32 5
  %88 = load ptr, ptr %87, align 8
  %89 = icmp eq ptr %88, @handle_dealloc
  br i1 %89, label %94, label %90
90:                                               ; preds = %84
  %91 = icmp ne ptr %86, @PyTuple_Type
  %92 = icmp ne ptr %86, @PyList_Type
  %93 = and i1 %91, %92
  br i1 %93, label %94, label %196
94:                                               ; preds = %90, %84, %83
  br i1 %78, label %95, label %97
95:                                               ; preds = %94
  %96 = tail call fastcc ptr @place_of(ptr noundef nonnull %2)
  br label %97
97:                                               ; preds = %95, %94
  %98 = phi ptr [ %96, %95 ], [ null, %94 ]
  br i1 %58, label %99, label %107
99:                                               ; preds = %97
  %100 = getelementptr inbounds %struct.Object, ptr %3, i64 0, i32 1
  %101 = load ptr, ptr %100, align 8
  %102 = getelementptr inbounds %struct.Type, ptr %101, i64 0, i32 5
  %103 = load ptr, ptr %102, align 8
  %104 = icmp eq ptr %103, @handle_dealloc
  br i1 %104, label %105, label %107
105:                                              ; preds = %99
  %106 = tail call fastcc ptr @place_of(ptr noundef nonnull %3)
  br label %107
107:                                              ; preds = %105, %99, %97
  %108 = phi ptr [ %106, %105 ], [ null, %99 ], [ null, %97 ]
  call void @llvm.lifetime.start.p0(i64 168, ptr nonnull %6)
  %109 = icmp ne ptr %98, null
  %110 = icmp ne ptr %108, null
  %111 = select i1 %109, i1 true, i1 %110
  br i1 %111, label %112, label %194
112:                                              ; preds = %107
  br i1 %10, label %113, label %131
113:                                              ; preds = %112
  %114 = select i1 %109, i1 %110, i1 false
  br i1 %114, label %115, label %194
115:                                              ; preds = %113
  %116 = getelementptr inbounds %struct.Place, ptr %98, i64 0, i32 7
  %117 = load i64, ptr %116, align 8
  %118 = icmp eq i64 %117, 2
  br i1 %118, label %119, label %194
119:                                              ; preds = %115
  %120 = getelementptr inbounds %struct.Place, ptr %108, i64 0, i32 7
  %121 = load i64, ptr %120, align 8
  %122 = icmp eq i64 %121, 2
  br i1 %122, label %123, label %194
123:                                              ; preds = %119
  %124 = getelementptr inbounds %struct.Place, ptr %98, i64 0, i32 8
  %125 = load i64, ptr %124, align 8
  %126 = getelementptr inbounds %struct.Place, ptr %108, i64 0, i32 8, i64 1
  %127 = load i64, ptr %126, align 8
  %128 = mul nsw i64 %127, %125
  %129 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %130 = icmp sgt i64 %128, %129
  br i1 %130, label %194, label %134
131:                                              ; preds = %112
  %132 = call fastcc i32 @broadcast(ptr noundef nonnull %6, ptr noundef %98, ptr noundef %108)
  %133 = icmp eq i32 %132, 0
  br i1 %133, label %194, label %134
134:                                              ; preds = %131, %123
  %135 = tail call fastcc ptr @as_argument(ptr noundef nonnull %0, ptr noundef nonnull %2, i32 noundef 1024)
  %136 = icmp ne ptr %135, null
  %137 = and i1 %58, %136
  br i1 %137, label %138, label %140
138:                                              ; preds = %134
  %139 = tail call fastcc ptr @as_argument(ptr noundef nonnull %0, ptr noundef nonnull %3, i32 noundef 1024)
  br label %140
140:                                              ; preds = %138, %134
  %141 = phi ptr [ %139, %138 ], [ null, %134 ]
  %142 = xor i1 %136, true
  %143 = icmp eq ptr %141, null
  %144 = and i1 %58, %143
  %145 = select i1 %142, i1 true, i1 %144
  br i1 %145, label %149, label %146
146:                                              ; preds = %140
  %147 = tail call fastcc ptr @compute(i64 noundef %1, ptr noundef nonnull %135, ptr noundef %141)
  %148 = icmp eq ptr %147, null
  br i1 %148, label %149, label %150
149:                                              ; preds = %146, %140
  tail call fastcc void @pass_over()
  br label %150
150:                                              ; preds = %149, %146
  %151 = phi i1 [ true, %149 ], [ false, %146 ]
  %152 = phi ptr [ null, %149 ], [ %147, %146 ]
  tail call fastcc void @give_back(ptr noundef %135)
  tail call fastcc void @give_back(ptr noundef %141)
  br i1 %151, label %163, label %153
153:                                              ; preds = %150
  %154 = getelementptr inbounds %struct.Object, ptr %152, i64 0, i32 1
  %155 = load ptr, ptr %154, align 8
  %156 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 58), align 8
  %157 = icmp eq ptr %155, %156
  br i1 %157, label %163, label %158
158:                                              ; preds = %153
  %159 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 35), align 8
  %160 = tail call i32 @PyType_IsSubtype(ptr noundef %155, ptr noundef %159)
  %161 = icmp eq i32 %160, 0
  br i1 %161, label %162, label %163
162:                                              ; preds = %158
  tail call void @Py_DecRef(ptr noundef nonnull %152)
  br label %163
163:                                              ; preds = %162, %158, %153, %150
  %164 = phi ptr [ %152, %150 ], [ %152, %153 ], [ null, %162 ], [ %152, %158 ]
  %165 = tail call fastcc ptr @from_numpy(ptr noundef %164)
  %166 = icmp eq ptr %165, null
  br i1 %166, label %194, label %167
167:                                              ; preds = %163
  %168 = icmp eq i32 %4, 0
  br i1 %168, label %189, label %169
169:                                              ; preds = %167
  %170 = getelementptr inbounds %struct.Object, ptr %165, i64 0, i32 1
  %171 = load ptr, ptr %170, align 8
  %172 = getelementptr inbounds %struct.Type, ptr %171, i64 0, i32 5
  %173 = load ptr, ptr %172, align 8
  %174 = icmp eq ptr %173, @handle_dealloc
  br i1 %174, label %175, label %187
175:                                              ; preds = %169
  %176 = load i64, ptr %29, align 8
  %177 = load i64, ptr %31, align 8
  %178 = or i64 %177, %176
  %179 = icmp eq i64 %178, 0
  br i1 %179, label %180, label %187
180:                                              ; preds = %175
  %181 = getelementptr inbounds %struct.Handle, ptr %165, i64 0, i32 3
  %182 = load ptr, ptr %181, align 8
  %183 = icmp eq ptr %182, null
  br i1 %183, label %187, label %184
184:                                              ; preds = %180
  %185 = tail call fastcc i32 @assign_at_once(ptr noundef nonnull %0, ptr noundef nonnull %2, ptr noundef nonnull %165)
  %186 = icmp eq i32 %185, 0
  tail call void @Py_DecRef(ptr noundef nonnull %165)
  br i1 %186, label %194, label %188
187:                                              ; preds = %180, %175, %169
  tail call void @Py_DecRef(ptr noundef nonnull %165)
  br label %194
188:                                              ; preds = %184
  tail call void @Py_IncRef(ptr noundef nonnull %2)
  br label %194
189:                                              ; preds = %167
  %190 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %191 = getelementptr inbounds %struct.Counts, ptr %190, i64 0, i32 12
  %192 = load i64, ptr %191, align 8
  %193 = add nsw i64 %192, 1
  store i64 %193, ptr %191, align 8
  br label %194
194:                                              ; preds = %189, %188, %187, %184, %163, %131, %123, %119, %115, %113, %107
  %195 = phi ptr [ null, %107 ], [ null, %131 ], [ null, %123 ], [ null, %119 ], [ null, %115 ], [ null, %113 ], [ %165, %189 ], [ null, %163 ], [ %2, %188 ], [ null, %187 ], [ null, %184 ]
  call void @llvm.lifetime.end.p0(i64 168, ptr nonnull %6)
  br label %196
196:                                              ; preds = %194, %90, %79, %71, %65, %54, %48, %38, %28, %23, %20, %5
  %197 = phi ptr [ null, %5 ], [ null, %28 ], [ null, %23 ], [ %21, %20 ], [ %195, %194 ], [ null, %65 ], [ null, %48 ], [ null, %71 ], [ null, %54 ], [ null, %38 ], [ null, %90 ], [ null, %79 ]
  ret ptr %197
}
define internal fastcc ptr @compute(i64 noundef %0, ptr noundef %1, ptr noundef %2) unnamed_addr {
  %4 = icmp sgt i64 %0, 29
  br i1 %4, label %5, label %9
5:                                                ; preds = %3
  %6 = trunc i64 %0 to i32
  %7 = add nsw i32 %6, -30
  %8 = tail call ptr @PyObject_RichCompare(ptr noundef %1, ptr noundef %2, i32 noundef %7)
  br label %24
9:                                                ; preds = %3
  switch i64 %0, label %20 [
    i64 26, label %10
    i64 27, label %12
    i64 28, label %14
    i64 29, label %16
    i64 6, label %18
  ]
10:                                               ; preds = %9
  %11 = tail call ptr @PyNumber_Negative(ptr noundef %1)
  br label %24
12:                                               ; preds = %9
  %13 = tail call ptr @PyNumber_Positive(ptr noundef %1)
  br label %24
14:                                               ; preds = %9
  %15 = tail call ptr @PyNumber_Absolute(ptr noundef %1)
  br label %24
16:                                               ; preds = %9
  %17 = tail call ptr @PyNumber_Invert(ptr noundef %1)
  br label %24
18:                                               ; preds = %9
  %19 = tail call ptr @PyNumber_Power(ptr noundef %1, ptr noundef %2, ptr noundef nonnull @_Py_NoneStruct)
  br label %24
20:                                               ; preds = %9
  %21 = getelementptr inbounds [13 x ptr], ptr @TWO, i64 0, i64 %0
  %22 = load ptr, ptr %21, align 8
  %23 = tail call ptr %22(ptr noundef %1, ptr noundef %2)
  br label %24
24:                                               ; preds = %18, %20, %16, %14, %12, %10, %5
  %25 = phi ptr [ %8, %5 ], [ %11, %10 ], [ %13, %12 ], [ %15, %14 ], [ %17, %16 ], [ %19, %18 ], [ %23, %20 ]
  ret ptr %25
}
declare ptr @PyObject_RichCompare(ptr noundef, ptr noundef, i32 noundef) local_unnamed_addr
declare ptr @PyNumber_Negative(ptr noundef) local_unnamed_addr
declare ptr @PyNumber_Positive(ptr noundef) local_unnamed_addr
declare ptr @PyNumber_Absolute(ptr noundef) local_unnamed_addr
declare ptr @PyNumber_Invert(ptr noundef) local_unnamed_addr
declare ptr @PyNumber_Power(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr
declare ptr @PyNumber_Add(ptr noundef, ptr noundef)
declare ptr @PyNumber_Subtract(ptr noundef, ptr noundef)
declare ptr @PyNumber_Multiply(ptr noundef, ptr noundef)
declare ptr @PyNumber_TrueDivide(ptr noundef, ptr noundef)
declare ptr @PyNumber_FloorDivide(ptr noundef, ptr noundef)
declare ptr @PyNumber_Remainder(ptr noundef, ptr noundef)
declare ptr @PyNumber_MatrixMultiply(ptr noundef, ptr noundef)
declare ptr @PyNumber_And(ptr noundef, ptr noundef)
declare ptr @PyNumber_Or(ptr noundef, ptr noundef)
declare ptr @PyNumber_Xor(ptr noundef, ptr noundef)
declare ptr @PyNumber_Lshift(ptr noundef, ptr noundef)
declare ptr @PyNumber_Rshift(ptr noundef, ptr noundef)
define internal fastcc ptr @at_once(ptr noundef readonly %0, ptr noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5) unnamed_addr {
  %7 = alloca %struct.Grid, align 8
  %8 = alloca [2 x i64], align 16
  %9 = alloca [2 x ptr], align 16
  %10 = alloca [2 x ptr], align 16
  %11 = alloca %struct.Input, align 8
  %12 = alloca i64, align 8
  %13 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %14 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 51), align 8
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %405, label %16
16:                                               ; preds = %6
  %17 = getelementptr inbounds %struct.Object, ptr %3, i64 0, i32 1
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds %struct.Type, ptr %18, i64 0, i32 5
  %20 = load ptr, ptr %19, align 8
  %21 = icmp eq ptr %20, @handle_dealloc
  br i1 %21, label %22, label %57
22:                                               ; preds = %16
  %23 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %24 = icmp eq ptr %18, %23
  %25 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 6), align 8
  %26 = icmp eq ptr %18, %25
  %27 = select i1 %24, i1 true, i1 %26
  br i1 %27, label %28, label %405
28:                                               ; preds = %22
  %29 = getelementptr inbounds %struct.Handle, ptr %3, i64 0, i32 5
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %30, null
  %32 = icmp eq ptr %30, @_Py_NoneStruct
  %33 = or i1 %31, %32
  %34 = select i1 %33, ptr %3, ptr %30
  %35 = getelementptr inbounds %struct.Handle, ptr %34, i64 0, i32 4
  %36 = load ptr, ptr %35, align 8
  %37 = icmp eq ptr %36, null
  %38 = icmp eq ptr %36, @_Py_NoneStruct
  %39 = or i1 %37, %38
  br i1 %39, label %405, label %40
40:                                               ; preds = %28
  %41 = getelementptr inbounds %struct.Handle, ptr %34, i64 0, i32 1
  %42 = load i64, ptr %41, align 8
  %43 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %44 = load i64, ptr %43, align 8
  %45 = icmp eq i64 %42, %44
  br i1 %45, label %405, label %46
46:                                               ; preds = %40
  %47 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %48 = load i64, ptr %47, align 8
  %49 = icmp eq i64 %48, 0
  br i1 %49, label %50, label %405
50:                                               ; preds = %46
  %51 = tail call fastcc ptr @place_of(ptr noundef nonnull %3)
  %52 = icmp eq ptr %51, null
  br i1 %52, label %405, label %53
53:                                               ; preds = %50
  %54 = getelementptr inbounds %struct.Place, ptr %51, i64 0, i32 4
  %55 = load i64, ptr %54, align 8
  %56 = icmp slt i64 %55, 7
  br i1 %56, label %59, label %405
57:                                               ; preds = %16
  %58 = icmp eq ptr %18, @PyBool_Type
  br i1 %58, label %405, label %59
59:                                               ; preds = %53, %57
  %60 = phi ptr [ %51, %53 ], [ null, %57 ]
  %61 = icmp eq ptr %4, null
  br i1 %61, label %105, label %62
62:                                               ; preds = %59
  %63 = getelementptr inbounds %struct.Object, ptr %4, i64 0, i32 1
  %64 = load ptr, ptr %63, align 8
  %65 = getelementptr inbounds %struct.Type, ptr %64, i64 0, i32 5
  %66 = load ptr, ptr %65, align 8
  %67 = icmp eq ptr %66, @handle_dealloc
  br i1 %67, label %68, label %103
68:                                               ; preds = %62
  %69 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %70 = icmp eq ptr %64, %69
  %71 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 6), align 8
  %72 = icmp eq ptr %64, %71
  %73 = select i1 %70, i1 true, i1 %72
  br i1 %73, label %74, label %405
74:                                               ; preds = %68
  %75 = getelementptr inbounds %struct.Handle, ptr %4, i64 0, i32 5
  %76 = load ptr, ptr %75, align 8
  %77 = icmp eq ptr %76, null
  %78 = icmp eq ptr %76, @_Py_NoneStruct
  %79 = or i1 %77, %78
  %80 = select i1 %79, ptr %4, ptr %76
  %81 = getelementptr inbounds %struct.Handle, ptr %80, i64 0, i32 4
  %82 = load ptr, ptr %81, align 8
  %83 = icmp eq ptr %82, null
  %84 = icmp eq ptr %82, @_Py_NoneStruct
  %85 = or i1 %83, %84
  br i1 %85, label %405, label %86
86:                                               ; preds = %74
  %87 = getelementptr inbounds %struct.Handle, ptr %80, i64 0, i32 1
  %88 = load i64, ptr %87, align 8
  %89 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 1
  %90 = load i64, ptr %89, align 8
  %91 = icmp eq i64 %88, %90
  br i1 %91, label %405, label %92
92:                                               ; preds = %86
  %93 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 2
  %94 = load i64, ptr %93, align 8
  %95 = icmp eq i64 %94, 0
  br i1 %95, label %96, label %405
96:                                               ; preds = %92
  %97 = tail call fastcc ptr @place_of(ptr noundef nonnull %4)
  %98 = icmp eq ptr %97, null
  br i1 %98, label %405, label %99
99:                                               ; preds = %96
  %100 = getelementptr inbounds %struct.Place, ptr %97, i64 0, i32 4
  %101 = load i64, ptr %100, align 8
  %102 = icmp slt i64 %101, 7
  br i1 %102, label %105, label %405
103:                                              ; preds = %62
  %104 = icmp eq ptr %64, @PyBool_Type
  br i1 %104, label %405, label %105
105:                                              ; preds = %99, %103, %59
  %106 = phi ptr [ null, %59 ], [ null, %103 ], [ %97, %99 ]
  %107 = icmp ne ptr %60, null
  %108 = select i1 %107, ptr %60, ptr %106
  %109 = icmp eq ptr %108, null
  br i1 %109, label %405, label %110
110:                                              ; preds = %105
  %111 = icmp ne ptr %106, null
  %112 = and i1 %107, %111
  br i1 %112, label %113, label %119
113:                                              ; preds = %110
  %114 = getelementptr inbounds %struct.Place, ptr %60, i64 0, i32 4
  %115 = load i64, ptr %114, align 8
  %116 = getelementptr inbounds %struct.Place, ptr %106, i64 0, i32 4
  %117 = load i64, ptr %116, align 8
  %118 = icmp eq i64 %115, %117
  br i1 %118, label %119, label %405
119:                                              ; preds = %113, %110
  %120 = getelementptr inbounds %struct.Place, ptr %108, i64 0, i32 4
  %121 = load i64, ptr %120, align 8
  %122 = select i1 %61, i64 2, i64 3
  %123 = tail call fastcc ptr @inner_of(ptr noundef %1, ptr noundef %2, i64 noundef %121)
  call void @llvm.lifetime.start.p0(i64 168, ptr nonnull %7)
  %124 = icmp eq ptr %123, null
  br i1 %124, label %403, label %125
125:                                              ; preds = %119
  %126 = call fastcc i32 @broadcast(ptr noundef nonnull %7, ptr noundef %60, ptr noundef %106)
  %127 = icmp eq i32 %126, 0
  br i1 %127, label %403, label %128
128:                                              ; preds = %125
  %129 = tail call fastcc i32 @is_still(ptr noundef %0, i64 noundef %13, ptr noundef nonnull %3, ptr noundef %60, ptr noundef %4, ptr noundef %106)
  %130 = icmp eq i32 %129, 0
  br i1 %130, label %403, label %131
131:                                              ; preds = %128
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %8)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %9)
  store ptr %60, ptr %9, align 16
  %132 = getelementptr inbounds ptr, ptr %9, i64 1
  store ptr %106, ptr %132, align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %10)
  store ptr %3, ptr %10, align 16
  %133 = getelementptr inbounds ptr, ptr %10, i64 1
  store ptr %4, ptr %133, align 8
  %134 = add nsw i64 %122, -1
  %135 = getelementptr inbounds %struct.Input, ptr %11, i64 0, i32 1
  %136 = getelementptr inbounds %struct.Input, ptr %11, i64 0, i32 2
  %137 = icmp eq i64 %121, 6
  br label %138
138:                                              ; preds = %131, %171
  %139 = phi i64 [ 0, %131 ], [ %172, %171 ]
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %11)
  store i64 0, ptr %11, align 8
  store i64 %121, ptr %135, align 8
  %140 = getelementptr inbounds [2 x i64], ptr %8, i64 0, i64 %139
  %141 = ptrtoint ptr %140 to i64
  store i64 %141, ptr %136, align 8
  %142 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3, i64 %139
  store ptr %140, ptr %142, align 8
  %143 = getelementptr inbounds [2 x ptr], ptr %9, i64 0, i64 %139
  %144 = load ptr, ptr %143, align 8
  %145 = icmp eq ptr %144, null
  br i1 %145, label %165, label %146
146:                                              ; preds = %138
  %147 = getelementptr inbounds [2 x ptr], ptr %10, i64 0, i64 %139
  %148 = load ptr, ptr %147, align 8
  %149 = getelementptr inbounds %struct.Handle, ptr %148, i64 0, i32 5
  %150 = load ptr, ptr %149, align 8
  %151 = icmp eq ptr %150, null
  %152 = icmp eq ptr %150, @_Py_NoneStruct
  %153 = or i1 %151, %152
  %154 = select i1 %153, ptr %148, ptr %150
  %155 = getelementptr inbounds %struct.Handle, ptr %154, i64 0, i32 4
  %156 = load ptr, ptr %155, align 8
  %157 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %158 = getelementptr inbounds i8, ptr %156, i64 %157
  %159 = load ptr, ptr %158, align 8
  %160 = call i64 @PyLong_AsSsize_t(ptr noundef %159)
  %161 = inttoptr i64 %160 to ptr
  %162 = getelementptr inbounds %struct.Place, ptr %144, i64 0, i32 6
  %163 = load i64, ptr %162, align 8
  %164 = getelementptr inbounds i8, ptr %161, i64 %163
  store ptr %164, ptr %142, align 8
  br label %171
165:                                              ; preds = %138
  br i1 %137, label %174, label %166
166:                                              ; preds = %165
  %167 = getelementptr inbounds [2 x ptr], ptr %10, i64 0, i64 %139
  %168 = load ptr, ptr %167, align 8
  %169 = call fastcc i32 @store(ptr noundef nonnull %11, ptr noundef %168)
  %170 = icmp eq i32 %169, 0
  br i1 %170, label %174, label %171
171:                                              ; preds = %166, %146
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %11)
  %172 = add nuw nsw i64 %139, 1
  %173 = icmp eq i64 %172, %134
  br i1 %173, label %175, label %138
174:                                              ; preds = %165, %166
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %11)
  br label %401
175:                                              ; preds = %171
  %176 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3
  %177 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3, i64 %134
  %178 = icmp eq i32 %5, 0
  br i1 %178, label %253, label %179
179:                                              ; preds = %175
  %180 = getelementptr inbounds %struct.Handle, ptr %3, i64 0, i32 5
  %181 = load ptr, ptr %180, align 8
  %182 = icmp eq ptr %181, null
  %183 = icmp eq ptr %181, @_Py_NoneStruct
  %184 = or i1 %182, %183
  %185 = select i1 %184, ptr %3, ptr %181
  %186 = icmp eq ptr %60, null
  br i1 %186, label %401, label %187
187:                                              ; preds = %179
  %188 = load ptr, ptr %17, align 8
  %189 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %190 = icmp eq ptr %188, %189
  br i1 %190, label %191, label %401
191:                                              ; preds = %187
  %192 = getelementptr inbounds %struct.Inner, ptr %123, i64 0, i32 3
  %193 = load i64, ptr %192, align 8
  %194 = icmp eq i64 %193, %121
  br i1 %194, label %195, label %401
195:                                              ; preds = %191
  %196 = load i64, ptr %7, align 8
  %197 = getelementptr inbounds %struct.Place, ptr %60, i64 0, i32 7
  %198 = load i64, ptr %197, align 8
  %199 = icmp eq i64 %196, %198
  br i1 %199, label %200, label %401
200:                                              ; preds = %195
  %201 = getelementptr inbounds %struct.Handle, ptr %185, i64 0, i32 4
  %202 = load ptr, ptr %201, align 8
  %203 = load i64, ptr %202, align 8
  %204 = icmp eq i64 %203, 1
  br i1 %204, label %205, label %401
205:                                              ; preds = %200
  %206 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 10), align 8
  %207 = getelementptr inbounds i8, ptr %202, i64 %206
  %208 = load ptr, ptr %207, align 8
  %209 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 7), align 8
  %210 = icmp eq ptr %208, %209
  br i1 %210, label %211, label %401
211:                                              ; preds = %205
  %212 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 12), align 8
  %213 = getelementptr inbounds i8, ptr %202, i64 %212
  %214 = load ptr, ptr %213, align 8
  %215 = icmp eq ptr %214, @_Py_NoneStruct
  br i1 %215, label %216, label %401
216:                                              ; preds = %211
  %217 = icmp sgt i64 %196, 0
  br i1 %217, label %221, label %228
218:                                              ; preds = %221
  %219 = add nuw nsw i64 %222, 1
  %220 = icmp eq i64 %219, %196
  br i1 %220, label %228, label %221
221:                                              ; preds = %216, %218
  %222 = phi i64 [ %219, %218 ], [ 0, %216 ]
  %223 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 1, i64 %222
  %224 = load i64, ptr %223, align 8
  %225 = getelementptr inbounds %struct.Place, ptr %60, i64 0, i32 8, i64 %222
  %226 = load i64, ptr %225, align 8
  %227 = icmp eq i64 %224, %226
  br i1 %227, label %218, label %401
228:                                              ; preds = %218, %216
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %177, ptr noundef nonnull align 8 dereferenceable(40) %176, i64 40, i1 false)
  %229 = icmp eq ptr %106, null
  br i1 %229, label %245, label %230
230:                                              ; preds = %228
  %231 = getelementptr inbounds %struct.Handle, ptr %4, i64 0, i32 5
  %232 = load ptr, ptr %231, align 8
  %233 = icmp eq ptr %232, null
  %234 = icmp eq ptr %232, @_Py_NoneStruct
  %235 = or i1 %233, %234
  %236 = select i1 %235, ptr %4, ptr %232
  %237 = icmp ne ptr %236, %185
  %238 = icmp eq ptr %106, %60
  %239 = or i1 %238, %237
  br i1 %239, label %245, label %240
240:                                              ; preds = %230
  %241 = getelementptr inbounds %struct.Place, ptr %60, i64 0, i32 5
  %242 = load i64, ptr %241, align 8
  %243 = call fastcc i32 @set_aside(ptr noundef nonnull %7, i64 noundef 1, i64 noundef 2, i64 noundef %242)
  %244 = icmp eq i32 %243, 0
  br i1 %244, label %401, label %245
245:                                              ; preds = %240, %230, %228
  call fastcc void @go_through(ptr noundef nonnull %7, i64 noundef %122, ptr noundef nonnull %123, i64 noundef 0)
  %246 = getelementptr inbounds %struct.Handle, ptr %185, i64 0, i32 7
  %247 = load i64, ptr %246, align 8
  %248 = add nsw i64 %247, 1
  store i64 %248, ptr %246, align 8
  %249 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %250 = getelementptr inbounds %struct.Counts, ptr %249, i64 0, i32 12
  %251 = load i64, ptr %250, align 8
  %252 = add nsw i64 %251, 1
  store i64 %252, ptr %250, align 8
  call void @Py_IncRef(ptr noundef %3)
  br label %401
253:                                              ; preds = %175
  %254 = getelementptr inbounds %struct.Inner, ptr %123, i64 0, i32 3
  %255 = load i64, ptr %254, align 8
  %256 = icmp slt i64 %255, 6
  br i1 %256, label %257, label %260
257:                                              ; preds = %253
  %258 = getelementptr inbounds [6 x i64], ptr @WIDTHS, i64 0, i64 %255
  %259 = load i64, ptr %258, align 8
  br label %260
260:                                              ; preds = %253, %257
  %261 = phi i64 [ %259, %257 ], [ 1, %253 ]
  %262 = load i64, ptr %7, align 8
  %263 = icmp eq i64 %262, 0
  br i1 %263, label %264, label %271
264:                                              ; preds = %260
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %12)
  store i64 0, ptr %12, align 8
  store ptr %12, ptr %177, align 8
  call fastcc void @go_through(ptr noundef nonnull %7, i64 noundef %122, ptr noundef nonnull %123, i64 noundef 0)
  %265 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %266 = getelementptr inbounds %struct.Counts, ptr %265, i64 0, i32 12
  %267 = load i64, ptr %266, align 8
  %268 = add nsw i64 %267, 1
  store i64 %268, ptr %266, align 8
  %269 = load i64, ptr %254, align 8
  %270 = call fastcc ptr @number_from(i64 noundef %269, ptr noundef nonnull %12)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12)
  br label %401
271:                                              ; preds = %260
  %272 = icmp eq ptr %60, null
  br i1 %272, label %276, label %273
273:                                              ; preds = %271
  %274 = getelementptr inbounds %struct.Handle, ptr %3, i64 0, i32 3
  %275 = load ptr, ptr %274, align 8
  br label %276
276:                                              ; preds = %271, %273
  %277 = phi ptr [ %275, %273 ], [ null, %271 ]
  %278 = icmp eq ptr %106, null
  br i1 %278, label %282, label %279
279:                                              ; preds = %276
  %280 = getelementptr inbounds %struct.Handle, ptr %4, i64 0, i32 3
  %281 = load ptr, ptr %280, align 8
  br label %282
282:                                              ; preds = %276, %279
  %283 = phi ptr [ %281, %279 ], [ null, %276 ]
  %284 = icmp eq ptr %277, null
  %285 = icmp eq i64 %255, %121
  br i1 %285, label %286, label %292
286:                                              ; preds = %282
  %287 = select i1 %284, ptr %283, ptr %277
  %288 = icmp eq ptr %283, null
  %289 = select i1 %284, i1 true, i1 %288
  %290 = icmp eq ptr %277, %283
  %291 = select i1 %289, i1 true, i1 %290
  br i1 %291, label %300, label %293
292:                                              ; preds = %282
  br i1 %284, label %295, label %293
293:                                              ; preds = %286, %292
  %294 = call fastcc ptr @made_kind(ptr noundef nonnull %277, ptr noundef %283, i64 noundef %255)
  br label %297
295:                                              ; preds = %292
  %296 = call fastcc ptr @made_kind(ptr noundef %283, ptr noundef null, i64 noundef %255)
  br label %297
297:                                              ; preds = %295, %293
  %298 = phi ptr [ %294, %293 ], [ %296, %295 ]
  %299 = icmp eq ptr %298, null
  br i1 %299, label %401, label %300
300:                                              ; preds = %297, %286
  %301 = phi ptr [ %298, %297 ], [ %287, %286 ]
  call void @Py_IncRef(ptr noundef %301)
  %302 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 2
  %303 = load i64, ptr %302, align 8
  %304 = mul nsw i64 %303, %261
  %305 = call fastcc ptr @small_buffer(i64 noundef %304)
  %306 = icmp eq ptr %305, null
  br i1 %306, label %307, label %308
307:                                              ; preds = %300
  call void @Py_DecRef(ptr noundef %301)
  br label %401
308:                                              ; preds = %300
  %309 = call fastcc ptr @ready_array(ptr noundef %301, ptr noundef nonnull %305)
  call void @Py_DecRef(ptr noundef %301)
  %310 = icmp eq ptr %309, null
  br i1 %310, label %401, label %311
311:                                              ; preds = %308
  %312 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 52), align 8
  %313 = icmp eq i64 %312, %13
  br i1 %313, label %346, label %314
314:                                              ; preds = %311
  %315 = call fastcc i32 @is_still(ptr noundef %0, i64 noundef %13, ptr noundef %3, ptr noundef %60, ptr noundef %4, ptr noundef %106)
  %316 = icmp eq i32 %315, 0
  br i1 %316, label %317, label %318
317:                                              ; preds = %314
  call void @Py_DecRef(ptr noundef nonnull %309)
  br label %401
318:                                              ; preds = %314, %343
  %319 = phi i64 [ %344, %343 ], [ 0, %314 ]
  %320 = getelementptr inbounds [2 x ptr], ptr %9, i64 0, i64 %319
  %321 = load ptr, ptr %320, align 8
  %322 = icmp eq ptr %321, null
  br i1 %322, label %343, label %323
323:                                              ; preds = %318
  %324 = getelementptr inbounds [2 x ptr], ptr %10, i64 0, i64 %319
  %325 = load ptr, ptr %324, align 8
  %326 = getelementptr inbounds %struct.Handle, ptr %325, i64 0, i32 5
  %327 = load ptr, ptr %326, align 8
  %328 = icmp eq ptr %327, null
  %329 = icmp eq ptr %327, @_Py_NoneStruct
  %330 = or i1 %328, %329
  %331 = select i1 %330, ptr %325, ptr %327
  %332 = getelementptr inbounds %struct.Handle, ptr %331, i64 0, i32 4
  %333 = load ptr, ptr %332, align 8
  %334 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %335 = getelementptr inbounds i8, ptr %333, i64 %334
  %336 = load ptr, ptr %335, align 8
  %337 = call i64 @PyLong_AsSsize_t(ptr noundef %336)
  %338 = inttoptr i64 %337 to ptr
  %339 = getelementptr inbounds %struct.Place, ptr %321, i64 0, i32 6
  %340 = load i64, ptr %339, align 8
  %341 = getelementptr inbounds i8, ptr %338, i64 %340
  %342 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3, i64 %319
  store ptr %341, ptr %342, align 8
  br label %343
343:                                              ; preds = %318, %323
  %344 = add nuw nsw i64 %319, 1
  %345 = icmp eq i64 %344, %134
  br i1 %345, label %346, label %318
346:                                              ; preds = %343, %311
  %347 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 11), align 8
  %348 = getelementptr inbounds i8, ptr %305, i64 %347
  %349 = load ptr, ptr %348, align 8
  %350 = call i64 @PyLong_AsSsize_t(ptr noundef %349)
  %351 = inttoptr i64 %350 to ptr
  store ptr %351, ptr %177, align 8
  %352 = load i64, ptr %7, align 8
  %353 = icmp sgt i64 %352, 0
  br i1 %353, label %354, label %396
354:                                              ; preds = %346
  %355 = and i64 %352, 3
  %356 = icmp eq i64 %355, 0
  br i1 %356, label %368, label %357
357:                                              ; preds = %354, %357
  %358 = phi i64 [ %361, %357 ], [ %352, %354 ]
  %359 = phi i64 [ %365, %357 ], [ %261, %354 ]
  %360 = phi i64 [ %366, %357 ], [ 0, %354 ]
  %361 = add nsw i64 %358, -1
  %362 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3, i64 %134, i32 1, i64 %361
  store i64 %359, ptr %362, align 8
  %363 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 1, i64 %361
  %364 = load i64, ptr %363, align 8
  %365 = mul nsw i64 %364, %359
  %366 = add i64 %360, 1
  %367 = icmp eq i64 %366, %355
  br i1 %367, label %368, label %357
368:                                              ; preds = %357, %354
  %369 = phi i64 [ %352, %354 ], [ %361, %357 ]
  %370 = phi i64 [ %261, %354 ], [ %365, %357 ]
  %371 = icmp ult i64 %352, 4
  br i1 %371, label %396, label %372
372:                                              ; preds = %368, %372
  %373 = phi i64 [ %390, %372 ], [ %369, %368 ]
  %374 = phi i64 [ %394, %372 ], [ %370, %368 ]
  %375 = add nsw i64 %373, -1
  %376 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3, i64 %134, i32 1, i64 %375
  store i64 %374, ptr %376, align 8
  %377 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 1, i64 %375
  %378 = load i64, ptr %377, align 8
  %379 = mul nsw i64 %378, %374
  %380 = add nsw i64 %373, -2
  %381 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3, i64 %134, i32 1, i64 %380
  store i64 %379, ptr %381, align 8
  %382 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 1, i64 %380
  %383 = load i64, ptr %382, align 8
  %384 = mul nsw i64 %383, %379
  %385 = add nsw i64 %373, -3
  %386 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3, i64 %134, i32 1, i64 %385
  store i64 %384, ptr %386, align 8
  %387 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 1, i64 %385
  %388 = load i64, ptr %387, align 8
  %389 = mul nsw i64 %388, %384
  %390 = add nsw i64 %373, -4
  %391 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 3, i64 %134, i32 1, i64 %390
  store i64 %389, ptr %391, align 8
  %392 = getelementptr inbounds %struct.Grid, ptr %7, i64 0, i32 1, i64 %390
  %393 = load i64, ptr %392, align 8
  %394 = mul nsw i64 %393, %389
  %395 = icmp ugt i64 %385, 1
  br i1 %395, label %372, label %396
396:                                              ; preds = %368, %372, %346
  call fastcc void @go_through(ptr noundef nonnull %7, i64 noundef %122, ptr noundef nonnull %123, i64 noundef 0)
  %397 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 15), align 8
  %398 = getelementptr inbounds %struct.Counts, ptr %397, i64 0, i32 12
  %399 = load i64, ptr %398, align 8
  %400 = add nsw i64 %399, 1
  store i64 %400, ptr %398, align 8
  br label %401
401:                                              ; preds = %221, %200, %205, %307, %174, %240, %179, %187, %191, %195, %211, %245, %297, %308, %396, %317, %264
  %402 = phi ptr [ null, %174 ], [ %3, %245 ], [ null, %211 ], [ null, %195 ], [ null, %191 ], [ null, %187 ], [ null, %179 ], [ null, %240 ], [ %270, %264 ], [ null, %297 ], [ %309, %396 ], [ null, %317 ], [ null, %308 ], [ null, %307 ], [ null, %205 ], [ null, %200 ], [ null, %221 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %10)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %9)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %8)
  br label %403
403:                                              ; preds = %119, %125, %128, %401
  %404 = phi ptr [ %402, %401 ], [ null, %128 ], [ null, %125 ], [ null, %119 ]
  call void @llvm.lifetime.end.p0(i64 168, ptr nonnull %7)
  br label %405
405:                                              ; preds = %99, %53, %74, %86, %96, %92, %68, %28, %40, %50, %46, %22, %403, %113, %105, %6, %57, %103
  %406 = phi ptr [ null, %103 ], [ null, %57 ], [ null, %6 ], [ %404, %403 ], [ null, %113 ], [ null, %105 ], [ null, %22 ], [ null, %46 ], [ null, %50 ], [ null, %40 ], [ null, %28 ], [ null, %68 ], [ null, %92 ], [ null, %96 ], [ null, %86 ], [ null, %74 ], [ null, %53 ], [ null, %99 ]
  ret ptr %406
}
define internal fastcc noundef ptr @operate_in_window(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3) unnamed_addr {
  %5 = alloca [2 x ptr], align 16
  %6 = alloca [2 x ptr], align 16
  %7 = alloca [2 x ptr], align 16
  %8 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 6
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds %struct.Object, ptr %2, i64 0, i32 1
  %11 = load ptr, ptr %10, align 8
  %12 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %13 = icmp eq ptr %11, %12
  br i1 %13, label %14, label %48
14:                                               ; preds = %4
  %15 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 5
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %48, label %18
18:                                               ; preds = %14
  %19 = icmp ne ptr %16, @_Py_NoneStruct
  %20 = icmp ne ptr %9, null
  %21 = select i1 %19, i1 %20, i1 false
  %22 = icmp ne ptr %9, @_Py_NoneStruct
  %23 = select i1 %21, i1 %22, i1 false
  br i1 %23, label %24, label %48
24:                                               ; preds = %18
  %25 = getelementptr inbounds %struct.Object, ptr %9, i64 0, i32 1
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, @PyTuple_Type
  br i1 %27, label %28, label %48
28:                                               ; preds = %24
  %29 = getelementptr inbounds %struct.Tuple, ptr %9, i64 0, i32 1
  %30 = load i64, ptr %29, align 8
  %31 = icmp eq i64 %30, 1
  br i1 %31, label %32, label %48
32:                                               ; preds = %28
  %33 = getelementptr inbounds %struct.Handle, ptr %16, i64 0, i32 5
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  %36 = icmp eq ptr %34, @_Py_NoneStruct
  %37 = or i1 %35, %36
  br i1 %37, label %38, label %48
38:                                               ; preds = %32
  %39 = getelementptr inbounds %struct.Tuple, ptr %9, i64 0, i32 2
  %40 = load ptr, ptr %39, align 8
  %41 = getelementptr inbounds %struct.Tuple, ptr %40, i64 0, i32 2
  %42 = load ptr, ptr %41, align 8
  %43 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 22), align 8
  %44 = icmp eq ptr %42, %43
  br i1 %44, label %45, label %48
45:                                               ; preds = %38
  %46 = getelementptr inbounds %struct.Tuple, ptr %40, i64 1, i32 0, i32 1
  %47 = load ptr, ptr %46, align 8
  br label %48
48:                                               ; preds = %4, %14, %18, %24, %28, %32, %38, %45
  %49 = phi ptr [ null, %24 ], [ null, %18 ], [ null, %14 ], [ null, %4 ], [ null, %32 ], [ null, %28 ], [ %47, %45 ], [ null, %38 ]
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6)
  store ptr %2, ptr %6, align 16
  %50 = getelementptr inbounds ptr, ptr %6, i64 1
  store ptr %3, ptr %50, align 8
  %51 = getelementptr inbounds %struct.Object, ptr %3, i64 0, i32 1
  %52 = load ptr, ptr %51, align 8
  %53 = icmp eq ptr %52, @PyFloat_Type
  %54 = icmp eq ptr %52, @PyLong_Type
  %55 = or i1 %53, %54
  %56 = getelementptr inbounds %struct.Type, ptr %52, i64 0, i32 5
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %57, @handle_dealloc
  br i1 %58, label %59, label %70
59:                                               ; preds = %48
  %60 = getelementptr inbounds %struct.Handle, ptr %3, i64 0, i32 3
  %61 = load ptr, ptr %60, align 8
  %62 = load i64, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 62), align 8
  %63 = getelementptr inbounds i8, ptr %61, i64 %62
  %64 = load ptr, ptr %63, align 8
  %65 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 3
  %66 = load ptr, ptr %65, align 8
  %67 = getelementptr inbounds i8, ptr %66, i64 %62
  %68 = load ptr, ptr %67, align 8
  %69 = icmp eq ptr %64, %68
  br label %70
70:                                               ; preds = %59, %48
  %71 = phi i1 [ %69, %59 ], [ %55, %48 ]
  %72 = icmp ne ptr %49, null
  %73 = select i1 %72, i1 %71, i1 false
  br i1 %73, label %74, label %125
74:                                               ; preds = %70
  %75 = call fastcc ptr @follow(ptr noundef %0, ptr noundef %1, ptr noundef nonnull %6, i64 noundef 2, ptr noundef null, i64 noundef 1, ptr noundef null)
  %76 = icmp eq ptr %75, null
  br i1 %76, label %125, label %77
77:                                               ; preds = %74
  %78 = getelementptr inbounds %struct.Handle, ptr %75, i64 0, i32 3
  %79 = load ptr, ptr %78, align 8
  %80 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 3
  %81 = load ptr, ptr %80, align 8
  %82 = icmp eq ptr %79, %81
  br i1 %82, label %84, label %83
83:                                               ; preds = %77
  tail call void @Py_DecRef(ptr noundef nonnull %75)
  br label %125
84:                                               ; preds = %77
  %85 = getelementptr inbounds %struct.Handle, ptr %2, i64 0, i32 5
  %86 = load ptr, ptr %85, align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5)
  store ptr %86, ptr %5, align 16
  %87 = getelementptr inbounds ptr, ptr %5, i64 1
  store ptr %75, ptr %87, align 8
  %88 = getelementptr inbounds %struct.Handle, ptr %86, i64 0, i32 5
  %89 = load ptr, ptr %88, align 8
  %90 = icmp eq ptr %89, null
  %91 = icmp eq ptr %89, @_Py_NoneStruct
  %92 = or i1 %90, %91
  br i1 %92, label %93, label %107
93:                                               ; preds = %84
  %94 = getelementptr inbounds %struct.Object, ptr %86, i64 0, i32 1
  %95 = load ptr, ptr %94, align 8
  %96 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 5), align 8
  %97 = icmp ne ptr %95, %96
  %98 = icmp eq ptr %0, null
  %99 = or i1 %98, %97
  br i1 %99, label %107, label %100
100:                                              ; preds = %93
  %101 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 3
  %102 = load i64, ptr %101, align 8
  %103 = getelementptr inbounds %struct.Segment, ptr %0, i64 0, i32 5
  %104 = load i64, ptr %103, align 8
  %105 = or i64 %104, %102
  %106 = icmp eq i64 %105, 0
  br i1 %106, label %108, label %107
107:                                              ; preds = %84, %100, %93
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  br label %113
108:                                              ; preds = %100
  %109 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 28), align 8
  %110 = call fastcc ptr @follow(ptr noundef nonnull %0, ptr noundef %109, ptr noundef nonnull %5, i64 noundef 2, ptr noundef nonnull %49, i64 noundef 1, ptr noundef nonnull %86)
  %111 = icmp eq ptr %110, null
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  br i1 %111, label %113, label %112
112:                                              ; preds = %108
  tail call void @Py_DecRef(ptr noundef nonnull %75)
  br label %124
113:                                              ; preds = %107, %108
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7)
  store ptr %2, ptr %7, align 16
  %114 = getelementptr inbounds ptr, ptr %7, i64 1
  store ptr %75, ptr %114, align 8
  %115 = tail call ptr @PyErr_Occurred()
  %116 = icmp eq ptr %115, null
  br i1 %116, label %118, label %117
117:                                              ; preds = %113
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7)
  tail call void @Py_DecRef(ptr noundef nonnull %75)
  br label %125
118:                                              ; preds = %113
  %119 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @core, i64 0, i32 29), align 8
  %120 = call ptr @PyObject_Vectorcall(ptr noundef %119, ptr noundef nonnull %7, i64 noundef 2, ptr noundef null)
  %121 = icmp eq ptr %120, null
  br i1 %121, label %123, label %122
122:                                              ; preds = %118
  call void @Py_DecRef(ptr noundef nonnull %120)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7)
  call void @Py_DecRef(ptr noundef nonnull %75)
  br label %124
123:                                              ; preds = %118
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7)
  call void @Py_DecRef(ptr noundef nonnull %75)
  br label %125
124:                                              ; preds = %122, %112
  call void @Py_IncRef(ptr noundef nonnull %2)
  br label %125
125:                                              ; preds = %123, %117, %83, %74, %124, %70
  %126 = phi ptr [ null, %70 ], [ null, %74 ], [ %2, %124 ], [ null, %123 ], [ null, %83 ], [ null, %117 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6)
  ret ptr %126
}
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.abs.i64(i64, i1 immarg)
declare void @llvm.assume(i1 noundef)
declare i32 @llvm.smax.i32(i32, i32)
declare i64 @llvm.vector.reduce.add.v2i64(<2 x i64>)
