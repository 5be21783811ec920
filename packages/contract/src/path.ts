/** Fills `:name` parameters of a path template; throws when one is missing or empty (specification 2 §5). */
export function fillPath(template: string, params: Readonly<Record<string, unknown>> = {}): string {
  const path = template.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name]
    if (value === undefined || value === null || value === '') {
      throw new Error(`Не заполнен параметр «${name}» пути ${template}`)
    }
    return encodeURIComponent(String(value))
  })
  if (/[{}]/.test(path)) throw new Error(`Путь заполнен не полностью: ${path}`)
  return path
}
