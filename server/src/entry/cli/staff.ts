import { createOperator, inviteByOperator } from '#identity/staff/actions.ts'
import { teamRoles } from '#identity/staff/right.ts'
import { passwordProblems } from '#identity/users/password.ts'
import { BadUsage, command, flag, optional, required } from './command.ts'
import { email, id, oneOf, text } from './values.ts'

export const staffCommands = [
  command({
    name: 'operator create',
    about: "Makes a login of the platform's own team and a link to choose its password, which is shown only now.",
    options: {
      email: required(email, 'The address to sign in with.'),
      name: optional(text('NAME'), 'What the person is called. Otherwise the address.'),
      'password-stdin': flag('Takes the password from the standard input instead of making a link.'),
    },
    async run(tool, given) {
      const password = given['password-stdin'] ? (await tool.input()).replace(/\r?\n$/, '') : undefined
      const [problem] = password === undefined ? [] : passwordProblems('The password', password, given.email)
      if (problem) throw new BadUsage(problem.message)
      const { ctx } = await tool.open()
      const person = { email: given.email, name: given.name ?? given.email }
      const made = await createOperator(ctx, password === undefined ? person : { ...person, password })
      return { person_id: made.personId, email: given.email, ...(made.url !== undefined && { url: made.url }) }
    },
  }),
  command({
    name: 'staff invite',
    about: "Invites somebody to a dealer's team by mail, and shows the link of the mail.",
    options: {
      dealer: required(id, 'The dealer.'),
      email: required(email, 'The address to sign in with.'),
      role: required(oneOf(teamRoles), 'What the person may do.'),
      name: optional(text('NAME'), 'What the person is called. Otherwise the address.'),
    },
    async run(tool, given) {
      const { ctx } = await tool.open()
      const invited = { email: given.email, name: given.name ?? given.email, role: given.role }
      const { person, url } = await inviteByOperator(ctx, given.dealer, invited)
      return { person_id: person.id, email: person.email, role: person.role, url }
    },
  }),
]
