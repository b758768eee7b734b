import { passwordProblems } from '#identity/login/password.ts'
import { createOperator, inviteByOperator } from '#identity/staff/actions.ts'
import { teamRoles } from '#identity/staff/right.ts'
import { BadUsage, command, flag, optional, required } from '../command.ts'
import { email, id, oneOf, text } from '../values.ts'

export const staffCommands = [
  command({
    name: 'operator create',
    about: "Creates a login for the operator's team and a link to set its password. The link is shown once.",
    options: {
      email: required(email, 'Email address to sign in with.'),
      name: optional(text('NAME'), 'Name of the person. Default: the email address.'),
      'password-stdin': flag('Reads the password from standard input instead of creating a link.'),
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
    about: "Invites a person to a dealer's team by email and shows the link.",
    options: {
      dealer: required(id, 'The dealer.'),
      email: required(email, 'Email address to sign in with.'),
      role: required(oneOf(teamRoles), 'Role of the person.'),
      name: optional(text('NAME'), 'Name of the person. Default: the email address.'),
    },
    async run(tool, given) {
      const { ctx } = await tool.open()
      const invited = { email: given.email, name: given.name ?? given.email, role: given.role }
      const { person, url } = await inviteByOperator(ctx, given.dealer, invited)
      return { person_id: person.id, email: person.email, role: person.role, url }
    },
  }),
]
