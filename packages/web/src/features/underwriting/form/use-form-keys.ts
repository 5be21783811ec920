import { decisionPath, formPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { type FormRoom, type FormTab, formTabs } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { dialogStack } from '#ui/overlay/dialog-stack.ts'
import { usePlainKeys } from '#ui/plain-keys.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { takeTask } from '#widgets/take-next.ts'
import { builtTabs } from './form-tabs.tsx'
import { mainWay } from './main-way.ts'
import type { ChosenRow } from './use-chosen-row.ts'

const tabKeys = Object.keys(formTabs) as FormTab[]
const steps: Readonly<Record<string, number>> = { KeyJ: 1, KeyK: -1 }
const people: Readonly<Record<string, number>> = { BracketLeft: -1, BracketRight: 1 }

const press = (mark: string): boolean => {
  const button = document.querySelector<HTMLElement>(`[${mark}]`)
  button?.click()
  return button !== null
}

/** The keys of the room, none of them while somebody types; Ctrl Enter leads to where the decision is signed. */
export function useFormKeys({
  head,
  room,
  tab,
  chosen,
  open,
  ready,
}: {
  head: CaseHead
  room: FormRoom
  tab: FormTab
  chosen: ChosenRow
  open: (place: { participantId?: number; tab?: FormTab }) => void
  ready: boolean
}): void {
  const go = useNavigate()

  const accept = (): boolean => {
    if (tab !== 'comparison') return press('data-accept') || press('data-take')
    if (chosen.field === null) return false
    if (chosen.unfolded === chosen.field) return press('data-take')
    chosen.unfold(chosen.field)
    return true
  }
  const next = (): boolean => {
    takeTask({ caseTypes: [head.type], reviewed: true }, ({ caseType, caseId }) =>
      formPath(caseType, caseId),
    ).then((href) => href !== null && void go({ href }), notifyFailure)
    return true
  }
  const decide = (): boolean => {
    open({ tab: 'decision' })
    return true
  }
  const turnTo = (code: string): boolean => {
    const digit = /^(?:Digit|Numpad)([0-8])$/.exec(code)?.[1]
    const wanted = digit === undefined ? undefined : tabKeys[Number(digit)]
    if (wanted === undefined || !builtTabs(room).some(({ key }) => key === wanted)) return false
    open({ tab: wanted })
    return true
  }
  const toPerson = (step: number): boolean => {
    const at = room.participants.findIndex(({ id }) => id === room.participantId)
    const person = room.participants[at + step]
    if (person !== undefined) open({ participantId: person.id })
    return true
  }
  const actions: Readonly<Record<string, () => boolean>> = {
    KeyA: accept,
    KeyR: () => press('data-remark'),
    KeyD: decide,
    KeyN: next,
  }
  usePlainKeys(
    (code) => {
      const [step, person] = [steps[code], people[code]]
      if (step !== undefined)
        return tab === 'comparison' ? chosen.step(step) : press(step > 0 ? 'data-next' : 'data-previous')
      if (person !== undefined) return toPerson(person)
      return actions[code]?.() ?? turnTo(code)
    },
    ready,
    (code) => Object.hasOwn(steps, code),
  )

  const sign = useEffectEvent(() => {
    const way = mainWay(room)
    if (way !== null) void go({ href: decisionPath(head.type, head.id, way.action) })
  })
  useEffect(() => {
    if (!ready) return
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
      if (dialogStack.entries().length > 0) return
      event.preventDefault()
      sign()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [ready])
}
