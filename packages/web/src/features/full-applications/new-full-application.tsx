import { createFullApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import {
  fullFormFields,
  fullFormGroups,
  fullFormMust,
} from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import { useNavigate } from '@tanstack/react-router'
import { call } from '#api/call.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { NewCard } from '#widgets/case-card/new-card.tsx'
import type { Wished } from '#widgets/case-card/wished.ts'
import type { FormValues } from '#widgets/record/field-values.ts'
import { Forbidden } from '#widgets/failure-block.tsx'

/** What the form holds is what the call takes: the fields have the names of the contract. */
const inputOf = (values: FormValues) =>
  values as unknown as { programme: string; regionCode: string; lastName: string; firstName: string }

/** A full application that comes of no short one: who borrows and what for; the rest is asked on its page. */
export function NewFullApplication({ wished }: { wished: Wished }) {
  usePagePlace({ text: 'Заявки на ипотеку', href: '/applications/mortgage/false' }, 'Новая полная заявка')
  const go = useNavigate()
  if (!useRights().mayCall(createFullApplication)) return <Forbidden />
  return (
    <NewCard
      title="Новая полная заявка"
      fields={fullFormFields}
      groups={fullFormGroups}
      must={fullFormMust}
      card={wished}
      record="fullApp/new"
      saveText="Создать полную заявку"
      onCreate={async (values, { confirmedDuplicates }) => ({
        ...(await call(createFullApplication, { body: { ...inputOf(values), confirmedDuplicates } })),
        version: 1,
      })}
      onCreated={({ id }) =>
        void go({ to: '/full-app-edit/$fullAppId', params: { fullAppId: String(id) }, replace: true })
      }
    />
  )
}
