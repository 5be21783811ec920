import { expect, it } from 'vitest'
import { tellStatement } from './statements.rules.ts'

it.each([
  [
    'select "id" from "approver" where "id" = $1',
    'SELECT approver',
    'select "id" from "approver" where "id" = $1',
  ],
  [
    `INSERT INTO public.person (name, age) VALUES ('Королёва', 41)`,
    'INSERT person',
    'INSERT INTO public.person (name, age) VALUES (?, ?)',
  ],
  [`SELECT 'it''s ''$1'' Анна', E'\\tx', $$ Пётр $$, $q$ Олег $q$`, 'SELECT', 'SELECT ?, ?, ?, ?'],
  [
    '/* planned by values */ UPDATE ONLY case_file SET n2 = 3.5 -- Анна',
    'UPDATE case_file',
    'UPDATE ONLY case_file SET n2 = ?',
  ],
  ['begin', 'BEGIN', 'begin'],
  ['WITH a AS (SELECT 1) SELECT FROM b', 'SELECT b', 'WITH a AS (SELECT ?) SELECT FROM b'],
  ['VACUUM', 'SQL', 'VACUUM'],
])('of %s it tells the verb and the table, and no value', (text, name, shown) => {
  expect(tellStatement(text)).toMatchObject({ name, text: shown })
})

it('is not slow on a long text of open quotes', () => {
  const since = performance.now()
  tellStatement(`SELECT ${"'a'' ".repeat(20_000)}$x$`.repeat(2))
  expect(performance.now() - since).toBeLessThan(2_000)
})
