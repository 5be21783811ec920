declare module 'autocannon' {
  interface Request {
    method: string
    path: string
    headers: Record<string, string>
    body?: string
  }
  interface Client {
    setRequests(requests: Request[]): void
  }
  interface Options {
    url: string
    connections: number
    duration: number
    requests: Request[]
    setupClient(client: Client): void
  }
  interface Result {
    requests: { total: number }
    duration: number
    errors: number
    timeouts: number
    non2xx: number
  }
  const autocannon: (options: Options) => Promise<Result>
  export default autocannon
}
