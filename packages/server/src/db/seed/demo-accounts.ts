/** The one password of every demo sign-in. */
export const demoPassword = 'demo'

/** A demo sign-in: the same id in the identity server, in the employees and in deploy/keycloak/realm-demo.json. */
export interface DemoAccount {
  readonly id: string
  readonly login: string
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string
  readonly realmRoles: readonly string[]
  readonly enabled: boolean
  /** What this sign-in is for, as the sign-in page and the start-up text show it. */
  readonly purpose: string
}

const demo = (
  number: number,
  login: string,
  [lastName, firstName, middleName]: [string, string, string],
  purpose: string,
  realmRoles: readonly string[] = ['apix_user'],
): DemoAccount => ({
  id: `5d0c0de0-0000-4000-8000-${String(number).padStart(12, '0')}`,
  login,
  lastName,
  firstName,
  middleName,
  realmRoles,
  enabled: true,
  purpose,
})

/** One sign-in for each kind of work. `blocked` passes the identity server: it is the employee that is not active. */
export const demoAccounts: readonly DemoAccount[] = [
  demo(1, 'admin', ['Кузнецова', 'Мария', 'Викторовна'], 'оператор, все операции'),
  demo(2, 'workload', ['Орлов', 'Дмитрий', 'Сергеевич'], 'нагрузка обоих подразделений'),
  demo(3, 'underwriter', ['Соловьёва', 'Анна', 'Игоревна'], 'андеррайтер'),
  demo(4, 'agent', ['Ким', 'Олег', 'Романович'], 'агент партнёра'),
  demo(5, 'partner-admin', ['Гусейнов', 'Тимур', 'Рашид оглы'], 'администратор другого партнёра'),
  demo(6, 'support', ['Белова', 'Наталья', 'Петровна'], 'сопровождение'),
  demo(7, 'norole', ['Васильев', 'Пётр', 'Андреевич'], 'нет нужной роли, вход закончится отказом', []),
  demo(8, 'blocked', ['Тихонова', 'Елена', 'Павловна'], 'сотрудник отключён, вход закончится отказом'),
  demo(9, 'viewer', ['Морозова', 'Ирина', 'Олеговна'], 'аудитор, только просмотр'),
  demo(10, 'security', ['Ермолаев', 'Виталий', 'Николаевич'], 'служба безопасности, ведёт чёрные списки'),
  demo(11, 'compliance', ['Полозова', 'Светлана', 'Андреевна'], 'комплаенс, подтверждает чёрные списки'),
  demo(12, 'uw-head', ['Жданова', 'Вероника', 'Львовна'], 'начальник андеррайтинга, полномочия и группы'),
  demo(18, 'lawyer', ['Лебедева', 'Ольга', 'Станиславовна'], 'юрист, правовые заключения по объектам'),
  demo(13, 'committee1', ['Лаврентьев', 'Игорь', 'Борисович'], 'член кредитного комитета, председатель'),
  demo(14, 'committee2', ['Шарипова', 'Гузель', 'Маратовна'], 'член кредитного комитета'),
  demo(15, 'committee3', ['Рогов', 'Степан', 'Ильич'], 'член кредитного комитета'),
  demo(19, 'verifier', ['Чернова', 'Дарья', 'Олеговна'], 'верификатор, контроль физических лиц'),
  demo(20, 'product', ['Нечаева', 'Полина', 'Сергеевна'], 'продуктолог, готовит продукты и ставки'),
  demo(21, 'product-head', ['Волошин', 'Артём', 'Геннадьевич'], 'начальник продуктологов, выпускает'),
]
