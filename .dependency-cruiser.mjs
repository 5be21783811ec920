/**
 * The import rules of docs/architecture.md. A rule's comment says what to do instead.
 * Paths are relative to the repository's root; scripts/check/planted.test.ts proves that each rule can fail.
 */
const anyPackage = '^packages/[^/]+/'
const server = '^packages/server/src/'
const feature = '^packages/server/src/features/((?:cases/)?[^/]+)/'
const web = '^packages/web/src/'
const tests = '\\.(test|e2e)\\.tsx?$|/testing/|/tests/'

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid(
      'no-cycles',
      'Два файла ждут друг друга. Вынесите общее в третий файл или передайте его параметром.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'contract-stands-alone',
      'contract зависит только от себя и zod: его читают и браузер, и сервер. Перенесите код на ту сторону, которой он нужен.',
      { path: '^packages/contract/src/', pathNot: tests },
      { pathNot: '^packages/contract/src/|(^|/)node_modules/zod/' },
    ),
    forbid(
      'web-and-server-meet-in-contract',
      'Браузер и сервер не импортируют друг друга. Общую договорённость опишите в packages/contract.',
      { path: web },
      { path: '^packages/server/' },
    ),
    forbid(
      'server-and-web-meet-in-contract',
      'Браузер и сервер не импортируют друг друга. Общую договорённость опишите в packages/contract.',
      { path: '^packages/server/' },
      { path: '^packages/web/' },
    ),
    forbid(
      'web-features-look-down',
      'features не знают об app. Нужное из оболочки передайте свойством или перенесите в widgets, ui, api или lib.',
      { path: `${web}(features|widgets|ui|api|lib|theme)/` },
      { path: `${web}app/|${web}main\\.ts$` },
    ),
    forbid(
      'web-widgets-look-down',
      'widgets не знают о страницах. Общую часть поднимите из features в widgets.',
      { path: `${web}(widgets|ui|api|lib|theme)/` },
      { path: `${web}features/` },
    ),
    forbid(
      'web-blocks-look-down',
      'ui, api и lib не знают о widgets. Передайте нужное свойством.',
      { path: `${web}(ui|api|lib|theme)/` },
      { path: `${web}widgets/` },
    ),
    forbid(
      'web-lib-and-api-know-no-ui',
      'api и lib не знают о ui: они не рисуют. Покажите результат на странице.',
      { path: `${web}(api|lib)/` },
      { path: `${web}ui/` },
    ),
    forbid(
      'web-features-apart',
      'Один раздел не импортирует другой. Общее для двух разделов живёт в widgets.',
      { path: `${web}features/([^/]+)/` },
      { path: `${web}features/([^/]+)/`, pathNot: `${web}features/$1/` },
    ),
    forbid(
      'ui-knows-no-domain',
      'ui не знает ни contract, ни api. Блок, который знает предметную область, живёт в widgets.',
      { path: `${web}ui/` },
      { path: `^packages/contract/|${web}api/` },
    ),
    forbid(
      'record-kit-keeps-its-parts',
      'Черновик, вопрос при уходе, опоздавшее сохранение, сравнение и ошибки полей — внутри widgets/record. Возьмите useRecord, useEntry или useEntryForm.',
      { path: web, pathNot: `${web}widgets/record/` },
      {
        path: `${web}ui/form/use-unsaved-changes\\.ts$|${web}widgets/record/(compare-dialog|field-failures|late-save|merge-sides|suggested-side|take-saved|use-draft|use-saving|use-versioned-form)\\.tsx?$`,
      },
    ),
    forbid(
      'routes-are-mounted-in-one-place',
      '*.routes.ts импортирует только routes.ts. Общее для двух обработчиков вынесите в service или rules.',
      { path: server, pathNot: `${server}routes\\.ts$|${tests}` },
      { path: '\\.routes\\.ts$' },
    ),
    forbid(
      'jobs-are-listed-in-one-place',
      '*.jobs.ts импортирует только jobs.ts. Общее для двух заданий вынесите в service или rules.',
      { path: server, pathNot: `${server}jobs\\.ts$|${tests}` },
      { path: '\\.jobs\\.ts$' },
    ),
    forbid(
      'rules-look-down',
      'rules — чистые решения без ввода и вывода: они не знают ни service, ни repo. Передайте данные параметром.',
      { path: '\\.rules\\.ts$' },
      { path: '\\.(routes|service|repo)\\.ts$' },
    ),
    forbid(
      'repo-looks-down',
      'repo — только SQL: оно не знает ни routes, ни service. Вызовите repo из service.',
      { path: '\\.repo\\.ts$' },
      { path: '\\.(routes|service)\\.ts$' },
    ),
    forbid(
      'service-looks-down',
      'service не знает о routes и http. Верните значение или бросьте ApiError.',
      { path: '\\.service\\.ts$' },
      { path: '\\.routes\\.ts$' },
    ),
    forbid(
      'repo-is-private',
      'repo принадлежит своему разделу. Чужие таблицы читайте соединением в своём repo, меняйте — через service владельца.',
      { path: server, pathNot: `${feature}|${tests}` },
      { path: `${server}features/.*\\.repo\\.ts$` },
    ),
    forbid(
      'repo-is-private-to-its-area',
      'repo принадлежит своему разделу. Чужие таблицы читайте соединением в своём repo, меняйте — через service владельца.',
      { path: feature, pathNot: tests },
      { path: `${server}features/.*\\.repo\\.ts$`, pathNot: `${server}features/$1/` },
    ),
    forbid(
      'seeds-are-of-the-demo-bank',
      'Демонстрационные данные раздела знает только наполнение демонстрационного банка: работающий продукт их не загружает. Нужное и ему вынесите из seed/.',
      { path: server, pathNot: `/seed/|/(bench|scorecard)/|${tests}` },
      { path: `${server}features/[^/]+/seed/` },
    ),
    forbid(
      'sql-lives-in-repo',
      'Значения Kysely — только в db/, seed/, *.repo.ts и lib/visibility.ts (условие видимости строк). Перенесите запрос в repo своего раздела; тип Db берите из db/database.ts.',
      {
        path: server,
        pathNot: `${server}db/|${server}features/[^/]+/seed/|${server}lib/visibility\\.ts$|\\.repo\\.ts$|${tests}`,
      },
      { path: '(^|/)node_modules/kysely/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'tracing-is-loaded-when-it-is-on',
      'OpenTelemetry загружается, только когда трассы включены. Пользуйтесь lib/tracing/tracing.ts; open-tracing.ts загружает serve.ts через import().',
      {
        path: server,
        pathNot: `${server}lib/tracing/(open-tracing|sampler|counting-exporter)\\.ts$|${tests}`,
      },
      {
        path: `(^|/)node_modules/@opentelemetry/|${server}lib/tracing/(open-tracing|sampler|counting-exporter)\\.ts$`,
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'tests-are-not-imported',
      'Код не импортирует тесты и их подготовку. Вынесите общее в обычный файл.',
      { path: anyPackage, pathNot: `${tests}|vitest\\.config\\.ts$|/(bench|scorecard)/|^packages/e2e/` },
      { path: tests },
    ),
    forbid(
      'only-declared-packages',
      'Пакет не объявлен в package.json этого пакета. Добавьте его туда с точной версией.',
      { path: anyPackage },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbid(
      'import-resolves',
      'Такого файла или пакета нет. Проверьте путь и окончание .ts.',
      { path: anyPackage },
      { couldNotResolve: true },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: 'specify',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/|\\.(css|json|woff2|svg|png)$|^virtual:|\\?raw$|\\?url$' },
    combinedDependencies: true,
    detectProcessBuiltinModuleCalls: false,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
}
