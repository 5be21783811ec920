import type { FormTab } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { Assets } from './assets/assets.tsx'
import type { TabOf } from './form-tabs.tsx'
import { PersonHistory } from './history/person-history.tsx'
import { Personal } from './personal/personal.tsx'

/** Comes with the viewer of files and all that documents are shown by. */
const Papers = latePart(async () => (await import('./papers/papers.tsx')).Papers)

/** The tabs that tell of a person: they come when the first of them is opened. */
export type PersonTabKey = Extract<FormTab, 'personal' | 'assets' | 'history' | 'documents'>

export function PersonTab({ tab, head, room, chosen }: TabOf & { tab: PersonTabKey }) {
  if (tab === 'personal') return <Personal room={room} chosen={chosen} />
  if (tab === 'assets') return <Assets room={room} />
  return tab === 'history' ? <PersonHistory room={room} /> : <Papers head={head} room={room} />
}
