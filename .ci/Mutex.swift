internal import Glibc

/// A lock that ThreadSanitizer knows, in place of that of Synchronization, whose waits and wakes it
/// cannot see.
///
/// `.ci/threads` puts this file into each module that has a `Mutex`: a type of a module's own comes
/// before an imported one. With `NO_LOCKS` in the environment it locks nothing, which the
/// sanitizer must report.
@safe struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    init(_ initial: consuming sending Value) {
        unsafe pthread_mutex_init(lock, nil)
        unsafe value.initialize(to: initial)
    }

    deinit {
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
    }

    borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        let locks = unsafe getenv("NO_LOCKS") == nil
        if locks { unsafe pthread_mutex_lock(lock) }
        defer { if locks { unsafe pthread_mutex_unlock(lock) } }
        return try unsafe body(&value.pointee)
    }
}
