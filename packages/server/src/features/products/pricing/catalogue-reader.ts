import type { Db } from '#db/database.ts'
import { findReleased, readTag } from '../released.repo.ts'
import { type Catalogue, catalogueOf, versionsFor } from './catalogue.ts'

interface Kept {
  readonly tag: string
  readonly catalogue: Catalogue
}

/** How many catalogues stay in memory: today's, and those of the last days that applications were received on. */
const mostKept = 30

/** Catalogues with their conditions compiled, kept until something is released or withdrawn. */
export class CatalogueReader {
  readonly #kept = new Map<string, Kept>()

  /** Versions that an application received on a day is priced by on another. */
  async read(db: Db, day: string, receivedOn: string | null): Promise<Catalogue> {
    const key = `${day} ${receivedOn ?? ''}`
    const tag = await readTag(db)
    const known = this.#kept.get(key)
    if (known?.tag === tag) return known.catalogue
    const from = receivedOn === null || receivedOn > day ? day : receivedOn
    const catalogue = catalogueOf(versionsFor(await findReleased(db, { from, to: day }), day, receivedOn))
    if (this.#kept.size >= mostKept) this.#kept.clear()
    this.#kept.set(key, { tag, catalogue })
    return catalogue
  }
}
