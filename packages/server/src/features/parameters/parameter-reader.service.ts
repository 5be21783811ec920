import { formParameters } from '@ipoteka-office/contract/parameters/form-figures.ts'
import {
  type ParameterCode,
  parameterCodes,
  type ValueOf,
} from '@ipoteka-office/contract/parameters/declared.ts'
import { type Figures, figuresOver, type Timelines } from '@ipoteka-office/contract/parameters/figures.ts'
import type { Db } from '#db/database.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { PreparedJson } from '#http/prepared-json.ts'
import { Remembered } from '#live/remembered.ts'
import { findTimelines } from './parameters.repo.ts'

/** What code asks of the parameters: the figures of a day of the bank. */
export interface DatedFigures {
  /** All figures as they stand on the day. */
  figuresOn(day: string): Promise<Figures>
  /** One of them. */
  parameter<C extends ParameterCode>(code: C, day: string): Promise<ValueOf<C>>
}

/** The bank's clock and its figures by day. */
export interface BankFigures {
  readonly clock: BankClock
  readonly parameters: Pick<DatedFigures, 'figuresOn'>
}

/** All figures as they stand today. */
export const figuresToday = ({ clock, parameters }: BankFigures): Promise<Figures> =>
  parameters.figuresOn(bankDay(clock))

export interface ParameterReaderOptions {
  readonly db: Db
  /** For the connection that hears of changes. */
  readonly connectionString: string
  readonly onError: (error: unknown) => void
}

interface Known {
  readonly timelines: Timelines
  readonly snapshots: Map<string, Figures>
  readonly forForms: PreparedJson
}

/** There is one key: all parameters are read at once. */
const all = 'all'
/** Days whose snapshots are kept; beyond them they are made anew. */
const maxSnapshots = 400

async function load(db: Db): Promise<Known> {
  const timelines = await findTimelines(db)
  const shown = Object.fromEntries(formParameters.map((code) => [code, timelines[code] ?? []]))
  return { timelines, snapshots: new Map(), forForms: new PreparedJson(JSON.stringify(shown)) }
}

/** Reads of parameters from memory: an instance forgets them when any instance changes one (decision 008). */
export class ParameterReader implements DatedFigures {
  readonly #remembered: Remembered<Known>

  constructor({ db, connectionString, onError }: ParameterReaderOptions) {
    this.#remembered = new Remembered({
      connectionString,
      channel: 'parameter_changed',
      load: () => load(db),
      onError,
    })
  }

  start(): Promise<void> {
    return this.#remembered.start()
  }

  close(): Promise<void> {
    return this.#remembered.close()
  }

  /** The transaction at hand changes parameters: whoever reads after its commit sees the change. */
  expectChange(): void {
    this.#remembered.expectChange(all)
  }

  async figuresOn(day: string): Promise<Figures> {
    const { timelines, snapshots } = await this.#remembered.get(all)
    const known = snapshots.get(day)
    if (known !== undefined) return known
    const figures = figuresOver(timelines, parameterCodes, day)
    if (snapshots.size >= maxSnapshots) snapshots.clear()
    snapshots.set(day, figures)
    return figures
  }

  async parameter<C extends ParameterCode>(code: C, day: string): Promise<ValueOf<C>> {
    const figures = await this.figuresOn(day)
    return figures[code]
  }

  /** The timelines of what forms work with. */
  async forForms(): Promise<PreparedJson> {
    return (await this.#remembered.get(all)).forForms
  }
}
