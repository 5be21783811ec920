import type { Db } from '#db/database.ts'
import { findContents, findReleased, readTag } from '../released.repo.ts'
import { type Catalogue, catalogueOf, readyVersion, type ReadyVersion, versionsFor } from './catalogue.ts'

interface Kept {
  readonly tag: string
  readonly catalogue: Catalogue
}

/** How many pairs of days stay in memory; they share what their versions say. */
const mostKept = 1_000

/** Catalogues of days, kept until something is released or withdrawn. What a version says never changes: it is read once. */
export class CatalogueReader {
  readonly #versions = new Map<number, ReadyVersion>()
  readonly #kept = new Map<string, Kept>()

  /** Versions that an application received on a day is priced by on another. */
  async read(db: Db, day: string, receivedOn: string | null): Promise<Catalogue> {
    const key = `${day} ${receivedOn ?? ''}`
    const tag = await readTag(db)
    const known = this.#kept.get(key)
    if (known?.tag === tag) return known.catalogue
    const from = receivedOn === null || receivedOn > day ? day : receivedOn
    const rows = versionsFor(await findReleased(db, { from, to: day }), day, receivedOn)
    const unknown = rows.filter(({ id }) => !this.#versions.has(id)).map(({ id }) => id)
    for (const { id, content } of await findContents(db, unknown))
      this.#versions.set(id, readyVersion(content))
    const ready = rows.flatMap((row) => {
      const said = this.#versions.get(row.id)
      return said === undefined ? [] : [{ ...row, ...said }]
    })
    const catalogue = catalogueOf(ready)
    if (this.#kept.size >= mostKept) this.#kept.clear()
    this.#kept.set(key, { tag, catalogue })
    return catalogue
  }
}
