import { type CommentKind, commentKinds, findMentionable } from '@ipoteka-office/contract/cases/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { query } from '#api/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { TextArea } from '#ui/input/text-input.tsx'
import styles from './case-talk.module.css'
import { keptMentions, type Mentioned, mentionText, typedMention } from './mention-words.ts'

/** What a comment is made of. */
export interface CommentDraft {
  readonly text: string
  readonly mentions: readonly Mentioned[]
}

/** Colleagues whose names go on from what is typed after «@». */
function useMentionable(caseId: number, kind: CommentKind, words: string | null) {
  const settled = useSettled(words, 200)
  const { data } = useQuery({
    ...query(findMentionable, { params: { id: String(caseId) }, body: { search: settled ?? '', kind } }),
    enabled: settled !== null,
  })
  return words === null ? [] : (data ?? []).slice(0, 8)
}

/** A comment being written: «@» offers colleagues who see the case, Ctrl+Enter sends. */
export function CommentForm({
  caseId,
  kind,
  onKind,
  label,
  saveText,
  initial = { text: '', mentions: [] },
  onTyped,
  onSave,
  onCancel,
}: {
  caseId: number
  /** Who will read it. */
  kind: CommentKind
  /** Absent: there is nothing to choose. */
  onKind?: (kind: CommentKind) => void
  label: string
  saveText: string
  initial?: CommentDraft
  /** Told of every change, to be kept until it is sent. */
  onTyped?: (draft: CommentDraft) => void
  /** True when it is saved: the form is emptied. */
  onSave: (draft: CommentDraft) => Promise<boolean>
  onCancel?: () => void
}) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const caretAfter = useRef<number | null>(null)
  const [text, setText] = useState(initial.text)
  const [chosen, setChosen] = useState<readonly Mentioned[]>(initial.mentions)
  const [caret, setCaret] = useState(0)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const [busy, setBusy] = useState(false)
  const typed = typedMention(text, caret)
  const asked = typed !== null && typed.from !== dismissed ? typed : null
  const found = useMentionable(caseId, kind, asked?.words ?? null)
  const open = asked !== null && found.length > 0
  const at = Math.min(active, found.length - 1)

  const tell = useRef(onTyped)
  tell.current = onTyped
  useEffect(() => tell.current?.({ text, mentions: chosen }), [text, chosen])

  useEffect(() => {
    if (caretAfter.current === null) return
    area.current?.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = null
  }, [text])

  const choose = (person: Mentioned) => {
    if (asked === null) return
    const mention = `${mentionText(person.fullName)} `
    caretAfter.current = asked.from + mention.length
    setText(text.slice(0, asked.from) + mention + text.slice(caret))
    setCaret(caretAfter.current)
    setChosen([...chosen, { id: person.id, fullName: person.fullName }])
    setActive(0)
    area.current?.focus()
  }
  const send = async () => {
    if (text.trim() === '' || busy) return
    setBusy(true)
    const saved = await onSave({ text: text.trim(), mentions: keptMentions(text, chosen) })
    setBusy(false)
    if (!saved) return
    // What has been typed meanwhile goes on from the end of what was sent.
    setText((now) => (now.startsWith(text) ? now.slice(text.length) : now))
    setChosen([])
  }
  const inList = (event: KeyboardEvent): boolean => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    const person = found[at]
    if (step !== undefined) setActive((at + step + found.length) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && person) choose(person)
    else if (event.key === 'Escape') setDismissed(asked?.from ?? null)
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (open && !event.ctrlKey && !event.metaKey && inList(event)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
  }
  return (
    <div className={styles.form}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <TextArea
        id={id}
        ref={area}
        rows={2}
        value={text}
        maxLength={4_000}
        placeholder={
          onKind && kind === 'INTERNAL'
            ? 'Внутренний комментарий, @ — упомянуть коллегу'
            : 'Комментарий, @ — упомянуть коллегу'
        }
        aria-autocomplete="list"
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={open ? `${id}-${found[at]?.id}` : undefined}
        onChange={(value) => {
          setText(value)
          setCaret(area.current?.selectionStart ?? value.length)
          setActive(0)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      {open && (
        <div id={`${id}-list`} role="listbox" aria-label="Кого упомянуть" className={styles.people}>
          {found.map((person, index) => (
            <div
              key={person.id}
              id={`${id}-${person.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={cx(styles.person, index === at && styles.personActive)}
              // Before the field loses the focus.
              onPointerDown={(event) => {
                event.preventDefault()
                choose(person)
              }}
            >
              {person.fullName}
              <span className="muted small">{person.jobTitle}</span>
            </div>
          ))}
        </div>
      )}
      <span className="visually-hidden" aria-live="polite">
        {open ? `Найдено коллег: ${found.length}` : ''}
      </span>
      <div className={styles.formButtons}>
        {onKind && (
          <label className={styles.shared}>
            <input
              type="checkbox"
              checked={kind === 'SHARED'}
              onChange={(event) => onKind(event.target.checked ? 'SHARED' : 'INTERNAL')}
            />
            {commentKinds.SHARED}
          </label>
        )}
        {onCancel && <Button onClick={onCancel}>Отмена</Button>}
        <Button
          look="primary"
          loading={busy}
          disabledReason={text.trim() === '' ? 'Напишите комментарий' : null}
          onClick={() => void send()}
        >
          {saveText}
        </Button>
      </div>
    </div>
  )
}
