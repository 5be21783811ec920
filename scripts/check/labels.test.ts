import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { approverFields } from '@ipoteka-office/contract/approvers/approver-fields.ts'
import { savedCalculationFields } from '@ipoteka-office/contract/calculator/calculations.ts'
import { leadFormFields, shortFormFields } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import { calendarDayFields } from '@ipoteka-office/contract/calendar/calendar.ts'
import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import { employeeFields } from '@ipoteka-office/contract/employees/employee-fields.ts'
import {
  absenceFields,
  employeeDocumentFields,
  procuracyFields,
} from '@ipoteka-office/contract/employees/employee-part-fields.ts'
import { toggleFields } from '@ipoteka-office/contract/feature-toggles/toggle-fields.ts'
import { partnerNotificationFields } from '@ipoteka-office/contract/partner-work/partner-notifications.ts'
import { reassignmentFields } from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { partnerFields } from '@ipoteka-office/contract/partners/partner-fields.ts'
import * as partnerParts from '@ipoteka-office/contract/partners/partner-part-fields.ts'
import { realtyFields } from '@ipoteka-office/contract/realty-objects/realty-fields.ts'
import { consentFields } from '@ipoteka-office/contract/short-applications/consent-fields.ts'
import { workgroupFields, workgroupRoleFields } from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const server = 'packages/server/src/features'
const web = 'packages/web/src'

/** Fields as data, and the files that once had the same words of their own: forms, comparisons, histories. */
const areas: readonly [area: string, fields: readonly FieldSpecs[], places: readonly string[]][] = [
  [
    'approvers',
    [approverFields],
    [`${server}/approvers/approvers.rules.ts`, `${web}/features/approvers/approver-*.ts*`],
  ],
  [
    'partners',
    [
      partnerFields,
      ...Object.values(partnerParts),
      partnerNotificationFields,
      reassignmentFields,
      workgroupFields,
    ],
    [
      `${server}/partners/partner-labels.ts`,
      `${web}/features/partners/partner-{values,fields,head}.ts*`,
      `${web}/features/partners/tabs/{accounts,contacts,description,links,rates}-tab.tsx`,
      `${web}/features/partners/tabs/accreditation-dialog.tsx`,
      `${web}/widgets/partner-tabs/{workgroup,reassignment}-dialog.tsx`,
    ],
  ],
  [
    'employees',
    [employeeFields, employeeDocumentFields, procuracyFields, absenceFields],
    [
      `${server}/employees/employees-history.service.ts`,
      `${web}/features/employees/employee-{main,absences,procuracies,documents,contacts}.tsx`,
    ],
  ],
  [
    'feature-toggles',
    [toggleFields],
    [`${server}/feature-toggles/feature-toggles.service.ts`, `${web}/features/feature-toggles/toggle-*.ts*`],
  ],
  ['calendar', [calendarDayFields], [`${web}/features/calendar/day-dialog.tsx`]],
  [
    'calculator',
    [savedCalculationFields],
    [
      `${server}/calculator/calculations/calculations.service.ts`,
      `${web}/features/calculator/saved-calculation.page.tsx`,
    ],
  ],
  ['leads', [leadFormFields], [`${server}/leads/lead-labels.ts`]],
  [
    'short applications',
    [consentFields, shortFormFields],
    [
      `${server}/short-applications/short-application-labels.ts`,
      `${web}/features/short-applications/consents.tsx`,
    ],
  ],
  [
    'realty objects',
    [realtyFields],
    [
      `${server}/realty-objects/realty-labels.ts`,
      `${web}/features/realty-objects/realty-{compare,form,owners}.ts*`,
    ],
  ],
  ['roles of groups', [workgroupRoleFields], [`${web}/features/roles/group-roles-mode.tsx`]],
]

/** What another object of the same history happens to call alike: the comment of a change request. */
const homonyms = new Set(["label: 'комментарий'"])

/** The words of a field where it is shown: «label="Лимит"», «label: 'Лимит'», «limit: 'Лимит'» of a list of labels. */
function literalLabels(source: string, fields: FieldSpecs): string[] {
  const words = new Set(
    Object.values(fields).flatMap(({ label, historyLabel }) => [
      label,
      ...(historyLabel ? [historyLabel] : []),
    ]),
  )
  const names = Object.keys(fields).join('|')
  const found = source.matchAll(new RegExp(`\\b(?:label=|label: |(?:${names}): )["']([^"']+)["']`, 'g'))
  return [...found].flatMap(([text, label = '']) => (words.has(label) && !homonyms.has(text) ? [text] : []))
}

test('a label that stands twice is found, as an attribute and as data', () => {
  const fields = { limit: approverFields.mortgageApplicationsLimit }
  expect(literalLabels(`<Field name="limit" label="Лимит">`, fields)).toEqual(['label="Лимит"'])
  expect(literalLabels(`max_open: { label: 'Лимит' }`, fields)).toEqual([`label: 'Лимит'`])
  expect(literalLabels(`const labels = { limit: 'Лимит' }`, fields)).toEqual([`limit: 'Лимит'`])
})

test.each(areas)('labels of %s stand in the contract alone', (_area, fields, places) => {
  const files = places.flatMap((place) =>
    globSync(place, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file)),
  )
  expect(files.length).toBeGreaterThanOrEqual(places.length)
  const doubled = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return fields.flatMap((one) => literalLabels(source, one).map((text) => `${file}: ${text}`))
  })
  expect(doubled).toEqual([])
})
