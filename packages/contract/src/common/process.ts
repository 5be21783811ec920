import { z } from 'zod'
import { Code, Instant, Option } from './scalars.ts'

/** What a person may do now with a case or a record that lives by a machine; a disabled action says why. */
export const AllowedAction = z.object({
  code: Code,
  label: z.string(),
  enabled: z.boolean(),
  reasonDisabled: z.string().nullable(),
  look: z.enum(['primary', 'danger', 'plain']),
  comment: z.enum(['required', 'optional', 'none']),
  /** Dictionary of the reason that has to be named. */
  reasons: Code.nullable(),
  toStage: z.string(),
  /** It carries a decision out: it is recorded where its grounds are seen. */
  decides: z.boolean(),
})
export type AllowedAction = z.output<typeof AllowedAction>

/** A machine as it is drawn, with the way that one case or record has gone through it. */
export const ProcessPicture = z.object({
  title: z.string(),
  initial: Code,
  phases: z.array(Option),
  states: z.array(
    z.object({
      code: Code,
      name: z.string(),
      phase: Code,
      final: z.boolean(),
      pause: z.string().nullable(),
      deadline: z.string().nullable(),
      task: z.string().nullable(),
      /** Times it has been in the state, and how long in all. */
      visits: z.int(),
      minutes: z.int(),
    }),
  ),
  transitions: z.array(
    z.object({
      from: Code,
      action: Code,
      label: z.string(),
      to: Code,
      by: z.array(z.string()),
      bySystem: z.boolean(),
      guards: z.array(z.string()),
      /** Times it has gone this way. */
      taken: z.int(),
    }),
  ),
})
export type ProcessPicture = z.output<typeof ProcessPicture>

/** The process of a record that is no case: its machine drawn, its state, and who led it there. */
export const RecordProcess = z.object({
  picture: ProcessPicture,
  state: Code,
  moves: z.array(
    z.object({ label: z.string(), at: Instant, actor: z.string(), comment: z.string().nullable() }),
  ),
})
