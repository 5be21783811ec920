/** One suggestion: its line, what stands under it, and the thing itself. */
export type Suggestion<T> = { key: string; title: string; note?: string; item: T }
/** What the search has found; `foot` is said under the list, e.g. where the answer comes from. */
export type Suggestions<T> = { items: Suggestion<T>[]; foot?: string | null; emptyText?: string | null }
