internal import BoxOffice

/// The pages that many tasks of a run may want, each requested once.
actor SharedPages {
    private var pages: [String: Task<Result<Page, Fault>, Never>] = [:]

    /// Returns the page in the answer of `provider` to `request`, which `fetcher` gets the first time.
    func page(
        for request: Request, from provider: any Provider, by fetcher: Fetcher
    ) async throws(Fault) -> Page {
        let key = "\(provider.manifest.name) \(request.target)"
        let page =
            pages[key]
            ?? Task {
                do throws(Fault) {
                    return .success(try await fetcher.page(for: request, from: provider))
                } catch {
                    return .failure(error)
                }
            }
        pages[key] = page
        return try await withTaskCancellationHandler {
            await page.value
        } onCancel: {
            page.cancel()
        }.get()
    }
}
