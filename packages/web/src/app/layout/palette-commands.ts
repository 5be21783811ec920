import { takeNextTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import {
  createFullApplication,
  takeNextCheck,
} from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { createLead } from '@ipoteka-office/contract/leads/leads.ts'
import { createShortApplication } from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { useRights } from '#api/rights.ts'
import { takeCheck, takeTask } from '#widgets/take-next.ts'

/** Something that can be done from the search; `run` answers where to go, null where there is nothing to go to. */
export interface PaletteCommand {
  readonly label: string
  readonly run: () => Promise<string | null>
}

const goTo = (href: string) => () => Promise.resolve(href)

/** What the person may do, whose words hold the text. */
export function usePaletteCommands(matches: (words: string) => boolean): PaletteCommand[] {
  const rights = useRights()
  const commands: (PaletteCommand & { readonly allowed: boolean })[] = [
    { label: 'Новый лид', allowed: rights.mayCall(createLead), run: goTo('/lead/new') },
    {
      label: 'Новая краткая заявка',
      allowed: rights.mayCall(createShortApplication),
      run: goTo('/short-app-edit/new'),
    },
    {
      label: 'Новая полная заявка',
      allowed: rights.mayCall(createFullApplication),
      run: goTo('/full-app-edit/new'),
    },
    {
      label: 'Взять следующую заявку на проверку',
      allowed: rights.mayCall(takeNextCheck),
      run: takeCheck,
    },
    { label: 'Взять следующую задачу', allowed: rights.mayCall(takeNextTask), run: () => takeTask() },
  ]
  return commands.filter(({ allowed, label }) => allowed && matches(label))
}
