/** Up to here migrations ran before banks did: they may hold tables for as long as they like. */
export const lastBeforeBanks = 217

/** Tables of a few hundred rows that nobody waits for. */
const small = new Set(
  [
    'user_role user_role_operation reference_dictionary reference_item parameter parameter_value feature_toggle case_type',
    'document_rule document_rule_revision product product_version workgroup blacklist_act history_seal access_archive',
    'scorecard_version check_list_version assignment_set schema_migration bank_profile backup_run job_retry',
  ].flatMap((line) => line.split(' ')),
)

const rules = [
  {
    find: /CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:IF NOT EXISTS )?\w+ ON (?:ONLY )?(\w+)/gi,
    say: 'индекс — CREATE INDEX CONCURRENTLY IF NOT EXISTS в файле .apart.sql',
  },
  {
    find: /(?:^|;|\bAS \()\s*UPDATE (?:ONLY )?(\w+)/gim,
    say: 'заполнение — файлом .portions.sql, по нескольку тысяч строк',
  },
  { find: /(?:^|;|\bAS \()\s*DELETE FROM (\w+)/gim, say: 'удаление — файлом .portions.sql' },
  {
    find: /ALTER TABLE (?:ONLY )?(\w+)[^;]*?\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/gi,
    say: 'новый тип — новым столбцом: добавить, заполнить, читать оба, потом убрать прежний',
  },
  {
    find: /ALTER TABLE (?:ONLY )?(\w+)[^;]*?\bSET NOT NULL\b/gi,
    say: 'NOT NULL — через CHECK (… IS NOT NULL) NOT VALID и VALIDATE CONSTRAINT в файле .apart.sql',
  },
  {
    find: /ALTER TABLE (?:ONLY )?(\w+)[^;]*?\bADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY)\b(?![^;,]*NOT VALID)/gi,
    say: 'ограничение — NOT VALID, потом VALIDATE CONSTRAINT в файле .apart.sql',
  },
  {
    find: /ALTER TABLE (?:ONLY )?(\w+)[^;]*?\bADD (?:COLUMN )?(?:IF NOT EXISTS )?(?!CONSTRAINT|CHECK|FOREIGN)\w+ [^;,]*(?:REFERENCES|CHECK)\b/gi,
    say: 'столбец со ссылкой или условием — сперва столбец, потом ограничение NOT VALID',
  },
]

const removals = [
  { find: /ALTER TABLE (?:ONLY )?(\w+)[^;]*?\b(?:DROP COLUMN|RENAME)\b/gi },
  { find: /DROP TABLE (?:IF EXISTS )?(\w+)/gi },
]

/** Bodies of functions run later, and words of comments never. @param {string} text */
const asRun = (text) => text.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").replaceAll(/^\s*--.*$/gm, '')

/** @param {string} text */
const madeHere = (text) =>
  new Set([...text.matchAll(/CREATE (?:TEMP )?TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(([, name]) => name))

/**
 * What in a migration would stop people who work while it runs, or take away what the version before still reads.
 * @param {string} name
 * @param {string} text
 * @returns {string[]}
 */
export function migrationFaults(name, text) {
  if (Number(name.slice(0, 3)) <= lastBeforeBanks) return []
  const code = asRun(text)
  const made = madeHere(code)
  const isOld = (/** @type {string | undefined} */ table) => !made.has(table) && !small.has(table ?? '')
  const isWhole = !/\.(?:apart|portions)\.sql$/.test(name)
  const held = rules.flatMap(({ find, say }) =>
    [...code.matchAll(find)]
      .filter(([, table]) => isOld(table))
      .map(([, table]) => `${name}: ${table}: ${say}`),
  )
  const gone = removals.flatMap(({ find }) => [...code.matchAll(find)]).filter(([, table]) => isOld(table))
  const lost = /^-- contract: \S/m.test(text)
    ? []
    : gone.map(
        ([, table]) =>
          `${name}: ${table}: убирать можно то, чего не читает и прежняя версия; напишите, с какой: -- contract: …`,
      )
  return [...(isWhole ? held : []), ...lost]
}
