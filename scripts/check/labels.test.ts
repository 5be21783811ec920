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

/** Sources without tests, as a pattern finds them. */
const sources = (pattern: string): { file: string; source: string }[] =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\/(?:dev-ui|stub|testing)\//.test(file.replaceAll('\\', '/')))
    .map((file) => ({ file: file.replaceAll('\\', '/'), source: readFileSync(join(root, file), 'utf8') }))

const builders =
  'line|namePart|longText|money|percent|whole|months|day|pastDay|month|flag|reference|references|choice|choices|address|phone|email|inn|snils|passport|area|unitCode|list|hasAny'
/** Labels of fields as data, wherever the contract declares them. */
const declaredLabels = new Set(
  sources('packages/contract/src/**/*.ts').flatMap(({ source }) =>
    [...source.matchAll(new RegExp(`^\\s+\\w+: (?:${builders})\\(\\s*'([^'\\n]+)'`, 'gm'))].map(
      ([, label = '']) => label,
    ),
  ),
)
/** What a form, a card or a panel calls its fields by words of its own. */
const inputLabel =
  /<(?:Field|ReadOnlyField|CheckField|Fact|DayField|Choice|Labelled)\b[^<>]*?\blabel="([^"\n]+)"/g
const historyLabel = /\blabel: '([^'\n]+)'/g

/** The same word for another thing, or where fields would make the first page larger; by file. */
const others: Readonly<Record<string, readonly string[]>> = {
  // What the calculator computes or asks is of no record.
  'features/calculator/offer-form.tsx': ['Дата выдачи', 'Дата', 'Кто платит'],
  // What a rule of a toggle does, not what an assignment asks for.
  'features/feature-toggles/rules-editor.tsx': ['Что сделать'],
  'features/loan-applications/loan-panel.tsx': ['Осталось', 'Платёж в месяц'],
  // The agent’s words of an object are apart from the bank’s.
  'features/realty-objects/realty-owners.tsx': ['ФИО или название', 'Доля: числитель', 'Доля: знаменатель'],
  'features/roles/pickers.tsx': ['Сотрудник'],
  // Inside «Паспорт» the shorter words do.
  'widgets/fields/passport-fields.tsx': ['Дата выдачи', 'Кем выдан'],
}

/** What becomes of a record without anybody entering it, and what is entered elsewhere: a person's name, a bank that pays the salary. */
const states = new Set(['Отключён', 'Удалён', 'Состояние', 'ФИО', 'БИК банка'])

test('the labels of a large part of the product are declared as data', () => {
  expect(declaredLabels.size).toBeGreaterThan(350)
})

test('no form has a label of its own that a field as data has', () => {
  const doubled = sources('packages/web/src/**/*.tsx').flatMap(({ file, source }) => {
    const allowed = others[file.replace(`${web}/`, '')] ?? []
    return [...source.matchAll(inputLabel)].flatMap(([, label = '']) =>
      declaredLabels.has(label) && !allowed.includes(label) ? [`${file}: ${label}`] : [],
    )
  })
  expect(doubled).toEqual([])
})

test('no history has a label of its own that a field as data or a form has', () => {
  const inForms = sources('packages/web/src/**/*.tsx').flatMap(({ file, source }) => {
    const allowed = others[file.replace(`${web}/`, '')] ?? []
    return [...source.matchAll(inputLabel)].flatMap(([, label = '']) =>
      allowed.includes(label) ? [] : [label],
    )
  })
  const known = new Set([...declaredLabels, ...inForms])
  const doubled = sources(`${server}/**/*.ts`)
    .filter(({ source }) => /\b(?:CardLabels|HistoryField)\b/.test(source))
    .flatMap(({ file, source }) =>
      [...source.matchAll(historyLabel)].flatMap(([, label = '']) =>
        known.has(label) && !states.has(label) ? [`${file}: ${label}`] : [],
      ),
    )
  expect(doubled).toEqual([])
})

/** Words of the columns of lists and of their files that stand there and not in a field. */
const columnLabels = (source: string): string[] =>
  [...source.matchAll(/export const \w+Columns = \{([^}]*)\}/g)].flatMap(([, columns = '']) =>
    [...columns.matchAll(/^\s+\w+: '([^'\n]+)'/gm)].map(([, label = '']) => label),
  )
const fieldLabels = (source: string): string[] =>
  [
    ...source.matchAll(new RegExp(`\\b(?:${builders})\\(\\s*'([^'\\n]+)'`, 'g')),
    ...source.matchAll(/historyLabel: '([^'\n]+)'/g),
  ].map(([, label = '']) => label)

/** Lists that come before fields do: the first pages after sign-in would be larger by them. */
const withoutFields = new Set(['approvers', 'cases'])
/** The partner itself beside the one that it is linked to; the day of an appraisal beside all that is known of it. */
const otherColumns = new Set(['partners: Партнёр', 'realty-objects: Оценка'])

test('no column of a list has a label of its own that a field of its area has', () => {
  expect(columnLabels("export const toyColumns = {\n  inn: 'ИНН',\n  kpp: fields.kpp.label,\n}")).toEqual([
    'ИНН',
  ])
  expect(fieldLabels("  inn: inn('ИНН', 'ANY', { historyLabel: 'номер' }),")).toEqual(['ИНН', 'номер'])
  const areas = Map.groupBy(sources('packages/contract/src/**/*.ts'), ({ file }) => file.split('/')[3] ?? '')
  const doubled = [...areas].flatMap(([area, files]) => {
    const known = new Set(files.flatMap(({ source }) => fieldLabels(source)))
    return files
      .flatMap(({ source }) => columnLabels(source))
      .filter((label) => known.has(label) && !withoutFields.has(area))
      .map((label) => `${area}: ${label}`)
  })
  expect(doubled.filter((one) => !otherColumns.has(one))).toEqual([])
})
