import { BadXml, type UnknownTag } from './bad-xml.ts'
import type { XmlElement } from './safe-xml.ts'

const russianDay = /^(\d\d)\.(\d\d)\.(\d{4})$/

/** Reads a document by names and remembers what was asked for: the rest is told as unknown. */
export class XmlReader {
  readonly #element: XmlElement | undefined
  readonly #seen: Set<XmlElement | string>
  readonly #path: string

  constructor(element: XmlElement | undefined, seen: Set<XmlElement | string> = new Set(), path = '') {
    this.#element = element
    this.#seen = seen
    this.#path = path === '' ? (element?.name ?? '') : path
    if (element !== undefined) seen.add(element)
  }

  get exists(): boolean {
    return this.#element !== undefined
  }

  get name(): string {
    return this.#element?.name ?? ''
  }

  #of(element: XmlElement | undefined, name: string): XmlReader {
    return new XmlReader(element, this.#seen, `${this.#path}/${name}`)
  }

  /** The first element of a name; what it lacks reads as nothing. */
  one(name: string): XmlReader {
    return this.#of(
      this.#element?.children.find((child) => child.name === name),
      name,
    )
  }

  all(name: string): XmlReader[] {
    const found = this.#element?.children.filter((child) => child.name === name) ?? []
    return found.map((child) => this.#of(child, name))
  }

  /** Known and not read: the bank needs nothing of what stands in it. */
  skip(...names: readonly string[]): void {
    const mark = (element: XmlElement) => {
      this.#seen.add(element)
      for (const key of element.attributes.keys()) this.#seen.add(`${element.name}@${key}`)
      element.children.forEach(mark)
    }
    for (const child of this.#element?.children ?? []) if (names.includes(child.name)) mark(child)
  }

  /** Text of a child, or of an attribute where the bureau writes in attributes (`@name`); null where nothing stands. */
  text(name: string): string | null {
    if (name.startsWith('@')) {
      this.#seen.add(`${this.name}${name}`)
      return this.#element?.attributes.get(name.slice(1))?.trim() || null
    }
    const child = this.one(name)
    return child.#element?.text.trim() || null
  }

  needed(name: string): string {
    const value = this.text(name)
    if (value === null) throw new BadXml(`Не хватает обязательного: «${this.#path}/${name}»`)
    return value
  }

  /** Days of either writing: 2026-11-24 and 24.11.2026. */
  day(name: string): string | null {
    return this.text(name)?.replace(russianDay, '$3-$2-$1') ?? null
  }

  neededDay(name: string): string {
    this.needed(name)
    return this.day(name) ?? ''
  }

  /** A decimal with a point or a comma, spaces between thousands. */
  decimal(name: string): string | null {
    return (
      this.text(name)
        ?.replaceAll(/[\s\u00a0]/g, '')
        .replace(',', '.') ?? null
    )
  }

  whole(name: string): number | null {
    const value = this.text(name)
    return value === null ? null : Number(value)
  }

  /** Digits alone. */
  digits(name: string): string | null {
    return this.text(name)?.replaceAll(/\D/g, '') || null
  }

  flag(name: string): boolean {
    return ['1', 'true', 'да', 'Y'].includes(this.text(name) ?? '')
  }

  /** What nobody has asked for, by path. */
  unknown(): UnknownTag[] {
    const counts = new Map<string, number>()
    const count = (path: string) => counts.set(path, (counts.get(path) ?? 0) + 1)
    const walk = (element: XmlElement, path: string) => {
      if (!this.#seen.has(element)) return void count(path)
      for (const key of element.attributes.keys())
        if (!this.#seen.has(`${element.name}@${key}`) && !key.startsWith('xmlns')) count(`${path}/@${key}`)
      for (const child of element.children) walk(child, `${path}/${child.name}`)
    }
    if (this.#element !== undefined) walk(this.#element, this.#element.name)
    return [...counts].map(([path, many]) => ({ path, count: many })).slice(0, 200)
  }
}
