import { lowered } from '#lib/words.ts'
import { consentFields as fields } from '@ipoteka-office/contract/short-applications/consent-fields.ts'
import {
  addConsent,
  Consent,
  ConsentInput,
  type ConsentKind,
  type ConsentSignature,
  type ConsentTemplate,
  consentKinds,
  consentSignatures,
  consentTemplates,
  type ShortApplication,
  updateConsent,
} from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { Tag } from '#ui/tag.tsx'
import { EntryDialog, issuesBy, useEntry } from '#widgets/record/entry-dialog.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { useDocuments } from '#widgets/documents/use-documents.ts'
import styles from './short-applications.module.css'
import { type Lacking, lackingOf } from './lacking-consents.ts'
import { PlainField } from '#widgets/record/plain-field.tsx'

interface Part {
  readonly app: ShortApplication
  readonly disabled: boolean
  readonly onChanged: (app: ShortApplication) => void
}

interface Values {
  kind: ConsentKind
  coBorrowerKey: string
  templateCode: ConsentTemplate
  signature: ConsentSignature
  signedOn: string
  validTo: string
  documentId: string
}

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([code, name]) => ({ code, name }))
/** Code of a choice that is nobody and nothing. */
const none = 'NONE'
const noScan = { code: none, name: 'Не приложен' }

const nameOf = (app: ShortApplication, key: string | null) => {
  const person = key === null ? app : app.coBorrowers.find((one) => one.key === key)
  return person ? `${person.lastName} ${person.firstName}` : 'участник убран'
}

const toInput = ({ coBorrowerKey, documentId, validTo, ...values }: Values) => ({
  ...values,
  coBorrowerKey: coBorrowerKey === none ? null : coBorrowerKey,
  validTo: validTo || null,
  documentId: documentId === none ? null : Number(documentId),
})

function useScans(app: ShortApplication) {
  const { data } = useDocuments({ ownerType: 'SHORT_APPLICATION', ownerId: app.id })
  return (data?.documents ?? []).map((one) => ({
    code: String(one.id),
    name: one.title || one.type?.name || `Документ ${one.id}`,
  }))
}

/** A consent that lacks: on paper and of today by one press, anything else by the dialog. */
function LackingRow({
  app,
  lacking: { kind, coBorrowerKey },
  onChanged,
  onOther,
}: Omit<Part, 'disabled'> & { lacking: Lacking; onOther: () => void }) {
  const [busy, setBusy] = useState(false)
  const whose = nameOf(app, coBorrowerKey)
  const record = async () => {
    setBusy(true)
    try {
      const body = {
        kind,
        coBorrowerKey,
        signature: 'HANDWRITTEN' as const,
        signedOn: bankDay(serverNow()),
      }
      onChanged(await call(addConsent, { params: { id: String(app.id) }, body }))
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  const about = `${consentKinds[kind]}, ${whose}`
  return (
    <li className={styles.row}>
      <b>{consentKinds[kind]}</b>
      <span>{whose}</span>
      <Tag tone="amber">не записано</Tag>
      <Button
        loading={busy}
        aria-label={`Подписано сегодня на бумаге: ${about}`}
        onClick={() => void record()}
      >
        Подписано сегодня на бумаге
      </Button>
      <Button look="link" aria-label={`Иначе: ${about}`} onClick={onOther}>
        Иначе
      </Button>
    </li>
  )
}

function ConsentDialog({
  app,
  consent,
  asked,
  onClose,
  onChanged,
}: Omit<Part, 'disabled'> & { consent: Consent | null; asked: Lacking | null; onClose: () => void }) {
  const scans = useScans(app)
  const people = [
    { code: none, name: `${nameOf(app, null)} (клиент)` },
    ...app.coBorrowers.map(({ key }) => ({ code: key, name: nameOf(app, key) })),
  ]
  const entry = useEntry<Consent, Values>({
    record: consent,
    schema: Consent,
    fields,
    names: () => ({ coBorrower: people, document: [noScan, ...scans] }),
    toValues: (saved) => ({
      kind: saved?.kind ?? asked?.kind ?? 'PERSONAL_DATA',
      coBorrowerKey: saved?.coBorrowerKey ?? asked?.coBorrowerKey ?? none,
      templateCode: saved?.templateCode ?? 'SHORT_USER_AGREEMENT',
      signature: saved?.signature ?? 'HANDWRITTEN',
      signedOn: saved?.signedOn ?? bankDay(serverNow()),
      validTo: saved?.validTo ?? '',
      documentId: saved?.document ? String(saved.document.id) : none,
    }),
    issues: issuesBy(ConsentInput, toInput),
    // The answer is the application, in which the page shows its consents.
    save: async (values, version, on) => {
      const id = String(app.id)
      const input = toInput(values)
      const saved =
        on === null
          ? await call(addConsent, { params: { id }, body: input })
          : await call(updateConsent, {
              params: { id, consentId: String(on.id) },
              body: { ...input, revokedOn: on.revokedOn, version },
            })
      onChanged(saved)
      return null
    },
    saved: 'Согласие записано',
    onDone: onClose,
  })
  const { control } = entry.form
  return (
    <EntryDialog title={consent ? 'Согласие' : 'Новое согласие'} entry={entry} onClose={onClose}>
      <Field control={control} name="kind" label={fields.kind.label}>
        {(input) => <SingleSelect {...input} options={optionsOf(consentKinds)} />}
      </Field>
      <Field control={control} name="coBorrowerKey" label={fields.coBorrowerKey.label}>
        {(input) => <SingleSelect {...input} options={people} />}
      </Field>
      <Field control={control} name="templateCode" label={fields.templateCode.label}>
        {(input) => <SingleSelect {...input} options={optionsOf(consentTemplates)} />}
      </Field>
      <Field control={control} name="signature" label={fields.signature.label}>
        {(input) => <SingleSelect {...input} options={optionsOf(consentSignatures)} />}
      </Field>
      <PlainField control={control} fields={fields} name="signedOn" />
      <PlainField control={control} fields={fields} name="validTo" />
      <Field control={control} name="documentId" label={fields.documentId.label} span="full">
        {(input) => <SingleSelect {...input} options={[noScan, ...scans]} />}
      </Field>
    </EntryDialog>
  )
}

const stateOf = ({ revokedOn, inForce }: Consent) => {
  if (revokedOn !== null) return <Tag tone="red">отозвано {formatDate(revokedOn)}</Tag>
  return inForce ? <Tag tone="green">действует</Tag> : <Tag tone="amber">истекло</Tag>
}

function Row({ app, consent, disabled, onChanged, onEdit }: Part & { consent: Consent; onEdit: () => void }) {
  const revoke = async () => {
    const { inForce: _, document, id, ...rest } = consent
    const revokedOn = consent.revokedOn === null ? bankDay(serverNow()) : null
    try {
      onChanged(
        await call(updateConsent, {
          params: { id: String(app.id), consentId: String(id) },
          body: { ...rest, documentId: document?.id ?? null, revokedOn },
        }),
      )
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <li className={styles.row}>
      <b>{consentKinds[consent.kind]}</b>
      <span>{nameOf(app, consent.coBorrowerKey)}</span>
      {stateOf(consent)}
      <span className="muted">
        {lowered(consentSignatures[consent.signature])}, {formatDate(consent.signedOn)}
        {consent.validTo !== null && ` — ${formatDate(consent.validTo)}`}
      </span>
      {consent.document && <span className="muted">скан: {consent.document.name}</span>}
      {!disabled && (
        <Button look="link" onClick={onEdit}>
          Изменить
        </Button>
      )}
      <Button look="link" onClick={() => void revoke()}>
        {consent.revokedOn === null ? 'Отозвать' : 'Вернуть'}
      </Button>
    </li>
  )
}

/** Consents of the client and of those who borrow with them. */
export function Consents({ app, disabled, onChanged }: Part) {
  const [open, setOpen] = useState<{ consent: Consent | null; asked: Lacking | null } | null>(null)
  const lacking = disabled ? [] : lackingOf(app)
  return (
    <FormCard>
      <FormSection title="Согласия" grid={false}>
        {app.consents.length === 0 && (
          <p className="muted">
            Согласий нет. Без согласия на обработку персональных данных заявку отправить нельзя, без согласия
            на запрос в БКИ — получить предрешение.
          </p>
        )}
        <ul className={styles.rows} aria-label="Согласия">
          {app.consents.map((consent) => (
            <Row
              key={consent.id}
              app={app}
              consent={consent}
              disabled={disabled}
              onChanged={onChanged}
              onEdit={() => setOpen({ consent, asked: null })}
            />
          ))}
        </ul>
        {lacking.length > 0 && (
          <ul className={styles.rows} aria-label="Недостающие согласия">
            {lacking.map((one) => (
              <LackingRow
                key={`${one.kind} ${one.coBorrowerKey ?? ''}`}
                app={app}
                lacking={one}
                onChanged={onChanged}
                onOther={() => setOpen({ consent: null, asked: one })}
              />
            ))}
          </ul>
        )}
        {!disabled && (
          <Button onClick={() => setOpen({ consent: null, asked: null })}>Добавить согласие</Button>
        )}
      </FormSection>
      {open !== null && (
        <ConsentDialog app={app} {...open} onClose={() => setOpen(null)} onChanged={onChanged} />
      )}
    </FormCard>
  )
}
