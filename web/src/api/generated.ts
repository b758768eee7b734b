/** Written by `npm run api:write` from docs/api; never by hand. */

export type AccessToken = { readonly id: string; readonly name: string; /** The dialect that it speaks. */ readonly dialect: "provider" | "partner"; /** `full`, or `read` for operations that change nothing. */ readonly level: "full" | "read"; readonly secrets: boolean; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly expires_at: number; readonly last_used_at: number | null; readonly revoked_at: number | null }
export type Account = { readonly id: number; /** The dealer's own account. */ readonly pid: number; readonly title: string; readonly description: string; readonly link_app: string | null; readonly reg_apps: readonly (string)[]; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; /** When it was activated, in unix seconds; 0 before. */ readonly ack: number; readonly subscriptions: Readonly<Record<string, string>>; readonly service_apps: readonly (string)[]; readonly is_attached: boolean; readonly attached_at: number | null; /** Unix seconds. */ readonly added_time: number; readonly is_premium: boolean; readonly type: number | null; readonly tariff_plans: Readonly<Record<string, string>>; readonly blocked: boolean; /** Unix seconds. */ readonly blocked_at?: number | number | null; readonly client_payment_lifecycle?: { readonly payment_expected_at: number | null; readonly payment_notify_offset: number | null; readonly block_offset: number | null; readonly use_fleet_lifecycle: boolean } }
export type AccountActivated = { /** The account. */ readonly account_id: number; /** Unix seconds. */ readonly ack: number; readonly payment_expected_at: number | null }
export type AccountAttached = { /** The account. */ readonly account_id: number; /** Unix seconds. */ readonly attached_at: number }
export type AccountBlocked = { /** The account. */ readonly account_id: number; readonly by: "person" | "schedule" | "automation"; /** Whether the client was written to; it is not when it has no address. */ readonly mailed: boolean }
export type AccountCreated = { /** The account. */ readonly account_id: number; readonly type: number | null; readonly reg_apps: readonly (string)[] }
export type AccountDetached = { /** The account. */ readonly account_id: number }
export type AccountDue = { /** The account. */ readonly account_id: number; /** Unix seconds. */ readonly payment_expected_at: number; readonly block_at: number | null }
export type AccountLimits = { readonly account_id: number; readonly unit: number; readonly geofence: number; readonly user: number; readonly triggers: number; readonly unit_extra_fields: null; readonly unit_notify_settings: null; readonly sensor?: number; readonly gateway?: number; readonly asset?: number }
export type AccountNotice = { /** The account. */ readonly account_id: number; /** Unix seconds. */ readonly payment_expected_at: number; readonly block_at: number | null; /** Whether the client was written to; it is not when it has no address. */ readonly mailed: boolean }
export type AccountPlanChanged = { /** The account. */ readonly account_id: number; /** The application. */ readonly app_id: string; readonly tariff_plan_id: string; readonly previous_tariff_plan_id: string | null }
export type AccountUnblocked = { /** The account. */ readonly account_id: number; readonly by: "person" | "payment"; /** Whether the client was written to; it is not when it has no address. */ readonly mailed: boolean }
export type AccountUse = { readonly id: number; /** Places taken, by the quota: `unit`, `gateway`, `sensor`, `asset`. */ readonly used: Readonly<Record<string, number>>; readonly last_seen_at: number | null }
export type AccountWithUser = { readonly id: number; /** The dealer's own account. */ readonly pid: number; readonly title: string; readonly description: string; readonly link_app: string | null; readonly reg_apps: readonly (string)[]; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; /** When it was activated, in unix seconds; 0 before. */ readonly ack: number; readonly subscriptions: Readonly<Record<string, string>>; readonly service_apps: readonly (string)[]; readonly is_attached: boolean; readonly attached_at: number | null; /** Unix seconds. */ readonly added_time: number; readonly is_premium: boolean; readonly type: number | null; readonly tariff_plans: Readonly<Record<string, string>>; readonly blocked: boolean; /** Unix seconds. */ readonly blocked_at?: number | number | null; readonly client_payment_lifecycle?: { readonly payment_expected_at: number | null; readonly payment_notify_offset: number | null; readonly block_offset: number | null; readonly use_fleet_lifecycle: boolean }; readonly user: User }
export type ApiRequest = { readonly id: number; /** When it was answered; unix seconds with fraction. */ readonly at: number; readonly method: string; /** Without its query. */ readonly path: string; readonly status: number; /** How long answering took. */ readonly ms: number; /** As in `X-Request-Id` of its answer. */ readonly request_id: string; readonly by: { /** `token` or `staff` */ readonly kind: string; /** Of the access token, or of the person of the team. */ readonly id: string; readonly name: string | null } }
export type AuditEntry = { readonly id: number; /** Unix seconds. */ readonly at: number; readonly actor: { /** `token`, `staff`, `operator`, `job`, `client`, `processor` or `visitor` (a dealer who visits) */ readonly kind: string; /** Of the token, the person or the user; the name of the job or the command. */ readonly id: string; readonly name: string | null }; /** What was done, as `feature.verb`. */ readonly action: string; /** The id of what it was done to. */ readonly subject: string; readonly address: string | null; readonly request_id: string | null; readonly before: Readonly<Record<string, unknown>> | null; readonly after: Readonly<Record<string, unknown>> | null }
export type AvailableCommand = { /** What can be given as `type`. */ readonly type: string; /** Whether it must be confirmed. */ readonly dangerous: boolean; /** Whether the tracker says what became of it. If not, its last state is `sent`. */ readonly answered: boolean }
export type Bill = { readonly id: string; /** `open`, `expired` or `complete` */ readonly status: string; /** `paid` or `unpaid` */ readonly payment_status: string; /** Unix seconds. */ readonly created: number; /** Unix seconds. */ readonly expires_at: number; readonly account_id: number; readonly url: string | null; /** In the currency's smallest unit. */ readonly amount_total: number; readonly metadata: { readonly app_id: string; /** The client account. */ readonly cid: string; /** The client's e-mail when the bill was issued; empty if there was none. */ readonly email: string; readonly lang: string; /** What the payment is for. */ readonly name: string; /** The dealer. */ readonly td_cid: string } }
export type BillCreated = { /** The account. */ readonly account_id: number; /** The bill, by the id that the API shows. */ readonly bill_id: string; /** In the currency's smallest unit. */ readonly amount_total: number; readonly currency: string; /** Unix seconds. */ readonly expires_at: number }
export type BillExpired = { /** The account. */ readonly account_id: number; /** The bill, by the id that the API shows. */ readonly bill_id: string }
export type BillItem = { readonly id: string; readonly object: string; readonly amount_discount: number; readonly amount_subtotal: number; readonly amount_tax: number; readonly amount_total: number; readonly currency: string; readonly description: string; readonly quantity: number; readonly price: { readonly id: string; readonly object: string; readonly active: boolean; readonly billing_scheme: string; /** Unix seconds. */ readonly created: number; readonly currency: string; readonly custom_unit_amount: Readonly<Record<string, unknown>> | null; readonly livemode: boolean; readonly lookup_key: string | null; readonly metadata: Readonly<Record<string, string>>; readonly nickname: string | null; readonly product: string; readonly recurring: Readonly<Record<string, unknown>> | null; /** `inclusive`, `exclusive` or `unspecified` */ readonly tax_behavior: string; readonly tiers_mode: string | null; readonly transform_quantity: Readonly<Record<string, unknown>> | null; readonly type: string; readonly unit_amount: number; /** At most 12 decimals. */ readonly unit_amount_decimal: string } }
export type BillPaid = { /** The account. */ readonly account_id: number; /** The bill, by the id that the API shows. */ readonly bill_id: string; /** In the currency's smallest unit. */ readonly amount_total: number; readonly currency: string; /** Paid in the moment in which it expired, or after. */ readonly late: boolean }
export type BillSent = { /** The account. */ readonly account_id: number; /** The bill, by the id that the API shows. */ readonly bill_id: string }
export type Brand = { readonly logo: string | null; readonly colour: string | null; readonly sender_name: string | null }
export type ChangedUser = { readonly id: string; readonly account_id: number; readonly name: string; readonly description: string | null; /** Kept as a hash only. */ readonly login_key: null; readonly lang: string | null }
export type Channel = { readonly id: string; readonly configuration: { readonly protocol: string; /** `tcp`, `udp`, `both` or `http` */ readonly transport: string; /** The port that recognises any protocol. */ readonly any_port: string; /** Where JSON is posted to, for devices that speak over HTTP. */ readonly url?: string; /** Where JSON is published to, for devices that speak MQTT. */ readonly topic?: string }; readonly host: string; readonly port: string; readonly ip: string; readonly shortLink: string | null }
export type ClientPlan = { readonly id: string; readonly name: string; readonly description: string | null; readonly app_id: string; readonly managed_plan_id: string; readonly creator_id: number; readonly quotas: Readonly<Record<string, number>>; readonly modules: readonly (string)[]; readonly client_payment_lifecycle?: { readonly payment_period: number | null; readonly payment_notify_offset: number; readonly block_offset: number } | null; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number }
export type Command = { readonly id: string; readonly unit_id: number; /** `position`, `interval`, `reboot`, `engine.stop`, `engine.resume`, `server`, `text` */ readonly type: string; readonly params: { /** For `interval`: seconds between two positions. */ readonly seconds?: number; /** For `server`: where the tracker is to send to. */ readonly host?: string; /** For `server`. */ readonly port?: number }; readonly text: string | null; /** `queued` until its tracker is there, `sent`, then `acknowledged` or `failed`; or `expired` or `cancelled` before it was sent. */ readonly state: string; readonly client_ref: string | null; /** Unix seconds. */ readonly queued_at: number; /** Unix seconds. */ readonly expires_at: number; readonly sent_at: number | null; readonly acknowledged_at: number | null; readonly failed_at: number | null; readonly expired_at: number | null; readonly cancelled_at: number | null; readonly answer: string | null; readonly failure: string | null; readonly failure_code: string | null }
export type CommandAcknowledged = { /** The account. */ readonly account_id: number; /** The unit. */ readonly unit_id: number; /** The command; what the tracker said to it is there. */ readonly command_id: string; readonly command_type: string; readonly client_ref: string | null }
export type CommandExpired = { /** The account. */ readonly account_id: number; /** The unit. */ readonly unit_id: number; /** The command; what the tracker said to it is there. */ readonly command_id: string; readonly command_type: string; readonly client_ref: string | null }
export type CommandFailed = { /** The account. */ readonly account_id: number; /** The unit. */ readonly unit_id: number; /** The command; what the tracker said to it is there. */ readonly command_id: string; readonly command_type: string; readonly client_ref: string | null }
export type CommandRequest = { readonly type: "position" | "interval" | "reboot" | "engine.stop" | "engine.resume" | "server" | "text"; readonly params?: { /** For `interval`: seconds between two positions. */ readonly seconds?: number; /** For `server`: where the tracker is to send to. */ readonly host?: string; /** For `server`. */ readonly port?: number }; /** For `text`: the command in the tracker's own words. */ readonly text?: string; /** Seconds after which it is not sent any more; 3600 unless said. */ readonly expires_in?: number; /** Your own reference, which comes back with its events. */ readonly client_ref?: string; /** False: only if the tracker is connected now, otherwise 409. True unless said. */ readonly queue?: boolean; /** True: it is meant. Needed for the commands that are dangerous. */ readonly confirm?: boolean }
export type CommandSent = { /** The account. */ readonly account_id: number; /** The unit. */ readonly unit_id: number; /** The command; what the tracker said to it is there. */ readonly command_id: string; readonly command_type: string; readonly client_ref: string | null }
export type Company = { readonly name: string; readonly address: string | null; readonly coordinates: { readonly lat: number | null; readonly lon: number | null }; readonly country_code: string | null; /** False while a change waits for review. */ readonly approved: boolean; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; readonly account_id: number; readonly marketing_info: { readonly phones: readonly (string)[]; readonly areas: readonly (string)[]; readonly working_days: readonly (number)[]; readonly schedule: string; readonly about: string; /** Whether the company appears on the public map. */ readonly shown: boolean } }
export type CompanyReview = { /** The card as it stands was looked at and approved. */ readonly approved: boolean; readonly company: DealerCard; /** What waits for review; empty when nothing does. */ readonly changes: readonly ({ /** Field path with dots. */ readonly field: string; readonly before: unknown; readonly after: unknown })[] }
export type Connection = { /** Seconds with fraction. */ readonly at: number; /** `login`, `refused` or `closed` */ readonly event: string; readonly connected_at: number | null; /** Where it came from. */ readonly peer: string; readonly protocol: string; readonly tls: boolean; readonly reason: string | null }
export type CreatedAccessToken = { readonly id: string; readonly name: string; /** The dialect that it speaks. */ readonly dialect: "provider" | "partner"; /** `full`, or `read` for operations that change nothing. */ readonly level: "full" | "read"; readonly secrets: boolean; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly expires_at: number; readonly last_used_at: number | null; readonly revoked_at: number | null; /** The secret: shown here and never again. */ readonly access_token: string }
export type DealerCard = { readonly name: string; readonly address: string | null; readonly coordinates: { readonly lat: number | null; readonly lon: number | null }; readonly country_code: string | null; /** False while a change waits for review. */ readonly approved: boolean; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; readonly account_id: number; readonly marketing_info: { readonly phones: readonly (string)[]; readonly areas: readonly (string)[]; readonly working_days: readonly (number)[]; readonly schedule: string; readonly about: string; /** Whether the company appears on the public map. */ readonly shown: boolean; readonly website: string | null; readonly email: string | null } }
export type Delivery = { /** The id of the event. */ readonly id: number; readonly type: "account.created" | "account.activated" | "account.attached" | "account.detached" | "account.notice" | "account.due" | "account.blocked" | "account.unblocked" | "account.plan_changed" | "bill.created" | "bill.sent" | "bill.paid" | "bill.expired" | "unit.created" | "unit.first_message" | "unit.silent" | "ident.conflict" | "command.sent" | "command.acknowledged" | "command.failed" | "command.expired" | "quota.near" | "quota.exceeded" | "webhook.test"; readonly account_id: number | null; /** Whether it was taken, is tried again, or was given up. */ readonly state: "retrying" | "delivered" | "failed"; readonly tries: number; readonly status: number | null; readonly failure: string | null; /** How long the last try took, in milliseconds. */ readonly duration_ms: number; /** Unix seconds. */ readonly first_try_at: number; /** Unix seconds. */ readonly last_try_at: number; readonly next_try_at: number | null }
export type Device = { /** `common`, `vehicle`, `mobile`, `pets` or `legacy` */ readonly tags: readonly (string)[]; readonly title: string; /** The value to use as `hw_id`. */ readonly id: number; readonly manufacturer_id: number; readonly device_type_id: number; /** Whether a picture exists on the public site. */ readonly is_image: boolean }
export type Event = { /** The dealer's own count of its events, from 1 on and without gaps. */ readonly id: number; readonly type: "account.created" | "account.activated" | "account.attached" | "account.detached" | "account.notice" | "account.due" | "account.blocked" | "account.unblocked" | "account.plan_changed" | "bill.created" | "bill.sent" | "bill.paid" | "bill.expired" | "unit.created" | "unit.first_message" | "unit.silent" | "ident.conflict" | "command.sent" | "command.acknowledged" | "command.failed" | "command.expired" | "quota.near" | "quota.exceeded" | "webhook.test"; /** Unix seconds. */ readonly at: number; readonly account_id: number | null; readonly data: AccountCreated | AccountActivated | AccountAttached | AccountDetached | AccountNotice | AccountDue | AccountBlocked | AccountUnblocked | AccountPlanChanged | BillCreated | BillSent | BillPaid | BillExpired | UnitCreated | UnitFirstMessage | UnitSilent | IdentConflict | CommandSent | CommandAcknowledged | CommandFailed | CommandExpired | QuotaNear | QuotaExceeded | WebhookTest }
export type Explanation = { readonly account_id: number; readonly state: "inactive" | "active" | "blocked"; /** Why it is in this state. */ readonly why: string; /** Whose settings hold, and what they are. */ readonly rules: string; /** How it came about, the newest last. */ readonly past: readonly ({ /** Unix seconds. */ readonly at: number; readonly action: string; /** Who did it: a token, the operator, a job, the client. */ readonly by: string; /** What it means. */ readonly rule: string; /** What was written down of it; null: nothing more. */ readonly evidence: unknown })[]; /** What happens, and when, if nobody does anything. */ readonly next: readonly ({ /** Unix seconds. */ readonly at: number; readonly what: "notice" | "due" | "block" | "scheduled block"; readonly why: string })[]; /** What cannot be done while the account is as it is. */ readonly refused: readonly ({ /** What is refused. */ readonly operation: string; /** Whom it is refused to. */ readonly by: "dealer" | "client"; /** The rule, and what to do: the words of the refusal itself. */ readonly why: string })[] }
export type Frame = { /** Seconds with fraction. */ readonly received_at: number; readonly peer: string | null; readonly protocol: string | null; /** `data`, or `login`: without a message, but needed to read the next */ readonly kind: string; readonly bytes: number; readonly hex: string | null; /** What it decodes to today. */ readonly messages: readonly (Readonly<Record<string, unknown>>)[]; readonly error: string | null; readonly ranges: readonly ({ /** The first byte, counted from 0. */ readonly from: number; /** The byte behind the last. */ readonly to: number; readonly message: number | null; /** Parameters that depend on these bytes. Or `frame`: marks, lengths and checksums; `ident`, `password`: what the tracker says of itself; `reply`: repeated in the answer; `session`: kept for the frames that follow. Empty: nothing depends on them. */ readonly fields: readonly (string)[] })[] | null }
export type GatewayPlace = { readonly latitude: number | null; readonly longitude: number | null }
export type IdentConflict = { /** The account. */ readonly account_id: number; /** The unit. */ readonly unit_id: number; /** Another address has taken the place of a live peer, or the tracker speaks from another network. */ readonly reason: "connection_taken" | "network_changed" }
export type ImportedUnits = { readonly dry_run: boolean; /** How many units there are more; in a dry run, how many there would be. */ readonly created: number; readonly refused: number; readonly rows: readonly ({ /** Its place in `rows` of the request, from 0. */ readonly row: number; readonly ok: boolean; /** Of the new unit; not in a dry run. `DELETE /units/{id}` undoes it. */ readonly id?: number; /** As `POST /units` would answer. */ readonly errors?: readonly ({ readonly code: "INVALID_PAYLOAD" | "INVALID_QUERY" | "FAILED_VALIDATION" | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "FORBIDDEN" | "BLOCKED" | "NOT_FOUND" | "ROUTE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "QUOTA_EXCEEDED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_MISMATCH" | "REQUESTS_EXCEEDED" | "INTERNAL_SERVER_ERROR" | "SERVICE_UNAVAILABLE"; readonly message: string; /** The one field of the row at fault. */ readonly field?: string })[] })[] }
export type IntakeToken = { readonly id: string; readonly name: string; /** Unix seconds. */ readonly created_at: number }
export type IntakeTokenWithSecret = { readonly id: string; readonly name: string; /** Unix seconds. */ readonly created_at: number; /** The token itself, shown here and never again. */ readonly token: string }
export type Invitation = { readonly id: string; readonly email: string; readonly app_id: string; /** `open` also while nobody has an account with this address. */ readonly status: "open" | "accepted" | "expired"; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly expires_at: number }
export type LatestInvoice = { readonly id: string; /** `open`, `paid` or `void`. */ readonly status: string }
export type LifecycleQuestion = { /** One account. */ readonly account_id?: number; /** The accounts on one plan, or the one account as if it were on it. Neither: all accounts. */ readonly tariff_plan_id?: string; readonly months: number; readonly payments?: "none" | "on_time"; /** Settings of a plan as they would be. */ readonly settings?: { readonly payment_period: number | null; readonly payment_notify_offset: number; readonly block_offset: number } }
export type LifecycleSimulation = { /** Unix seconds. */ readonly from: number; /** Unix seconds. */ readonly until: number; /** Accounts that were played. */ readonly accounts: number; readonly totals: { readonly notice: number; readonly due: number; readonly block: number; readonly unblock: number }; /** What the due dates would bring, each at the amount of the last bill that its account paid. */ readonly expected: readonly ({ readonly currency: string; /** In the smallest unit. */ readonly amount: number })[]; /** Due dates of accounts that have not paid a bill yet. */ readonly without_amount: number; readonly days: readonly ({ /** A day in UTC. */ readonly date: string; readonly notice: number; readonly due: number; readonly block: number; readonly unblock: number })[]; /** Every step in order of time, as far as the first 10,000. */ readonly steps: readonly ({ readonly account_id: number; /** Unix seconds. */ readonly at: number; readonly what: string })[] }
export type LobbyEntry = { readonly id: string; readonly ident: string; readonly protocol: string; /** Where it last called from. */ readonly address: string; /** Unix seconds. */ readonly first_seen: number; /** Unix seconds. */ readonly last_seen: number; readonly tries: number; readonly frames: readonly (string)[]; /** What it said, as it would be read. */ readonly preview: readonly (Readonly<Record<string, unknown>>)[]; /** Own units with an ident like this one: did you mean one of these? */ readonly nearest: readonly ({ readonly id: number; readonly ident: string })[] }
export type ManagedAccountWithUser = { readonly id: number; /** The dealer's own account. */ readonly pid: number; readonly title: string; readonly description: string; readonly link_app: string | null; readonly reg_apps: readonly (string)[]; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; /** When it was activated, in unix seconds; 0 before. */ readonly ack: number; readonly subscriptions: Readonly<Record<string, string>>; readonly service_apps: readonly (string)[]; readonly is_attached: boolean; readonly attached_at: number | null; /** Unix seconds. */ readonly added_time: number; readonly is_premium: boolean; readonly type: number | null; readonly tariff_plans: Readonly<Record<string, string>>; readonly blocked: boolean; /** Unix seconds. */ readonly blocked_at?: number; readonly client_payment_lifecycle: { readonly payment_expected_at: number | null; readonly payment_notify_offset: number | null; readonly block_offset: number | null; readonly use_fleet_lifecycle: boolean }; readonly user: UserWithExtras }
export type Manufacturer = { readonly id: number; readonly title: string }
export type Messages = readonly (Readonly<Record<string, unknown>>)[]
export type Module = { readonly default_included: boolean; readonly name: string; readonly hidden: boolean; readonly required: boolean; /** Modules that must be chosen with it. */ readonly depended_on: readonly (string)[]; readonly default_access: number; readonly access_list?: readonly (number)[] }
export type PaymentInfo = { readonly id: number; readonly verified: boolean; /** The offer was accepted. */ readonly agreement: boolean; readonly name: string | null; readonly email: string | null; readonly vat: string | null; readonly reg_number: string | null; readonly address: { readonly city: string | null; readonly country: string | null; readonly line1: string | null; readonly line2: string | null; readonly postal_code: string | null; readonly state: string | null }; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; readonly calculated_at: number | null; readonly invoiced_at: number | null; readonly auto_send_invoice?: boolean; readonly auto_charge?: boolean; readonly data: Readonly<Record<string, unknown>> }
export type Person = { readonly id: string; readonly name: string; readonly email: string; /** `owner`: everything · `manager`: all but team, tokens and payment keys · `billing`: reading all but positions and what trackers said, bills, blocking and due dates · `support`: reading, units, users, commands, service tokens and lobby · `read_only`: reading. */ readonly role: "owner" | "manager" | "billing" | "support" | "read_only"; /** `invited`: the mail was not answered yet. */ readonly status: "invited" | "active" | "disabled"; /** Whether a code is asked beside the password. */ readonly two_factor: boolean; /** Unix seconds. */ readonly created_at: number; readonly last_login_at: number | null }
export type PortalSession = { readonly id: string; readonly object: string; readonly configuration: string; /** Unix seconds. */ readonly created: number; /** The dealer. */ readonly customer: string; readonly flow: null; /** False: no real money can be paid. */ readonly livemode: boolean; readonly locale: null; readonly return_url: string; /** Opens the portal, for 15 minutes. Keep it to yourself. */ readonly url: string }
export type ProcessorSecret = { /** The dealer's account id. */ readonly id: number; readonly cardpay_partner: { readonly secret_key: string | null; readonly webhook_id: string | null; readonly webhook_secret: string | null } }
export type ProviderPlan = { readonly id: string; readonly name: string; /** `active`, `archived`, `new`, `expired` or `deprecated` */ readonly status: string; readonly description: string | null; readonly price: number; readonly currency: string; readonly period: string; readonly features: { readonly limits: Readonly<Record<string, { readonly default: number; readonly max: number; readonly min: number; readonly step: number }>>; readonly modules: readonly (string)[] }; readonly data: { /** Unix seconds. */ readonly time_begin: number }; /** `managed` or `trial` */ readonly type: string }
export type QuotaExceeded = { /** The account. */ readonly account_id: number; /** The application. */ readonly app_id: string; /** The quota: `unit`, or in tags_app `gateway`, `sensor` or `asset`. */ readonly quota: string; readonly used: number; readonly limit: number }
export type QuotaNear = { /** The account. */ readonly account_id: number; /** The application. */ readonly app_id: string; /** The quota: `unit`, or in tags_app `gateway`, `sensor` or `asset`. */ readonly quota: string; readonly used: number; readonly limit: number }
export type Replay = { /** The events behind this one; 0: all. */ readonly after?: number; /** A time in unix seconds (not milliseconds). */ readonly since?: number }
export type Replayed = { /** How many events are sent again. */ readonly events: number }
export type ScheduledAccount = { readonly id: number; /** The dealer's own account. */ readonly pid: number; readonly title: string; readonly description: string; readonly link_app: string | null; readonly reg_apps: readonly (string)[]; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; /** When it was activated, in unix seconds; 0 before. */ readonly ack: number; readonly subscriptions: Readonly<Record<string, string>>; readonly service_apps: readonly (string)[]; readonly is_attached: boolean; readonly attached_at: number | null; /** Unix seconds. */ readonly added_time: number; readonly is_premium: boolean; readonly type: number | null; readonly tariff_plans: Readonly<Record<string, string>>; readonly blocked: boolean; readonly blocked_at: number | null; readonly client_payment_lifecycle: { readonly payment_expected_at: number | null; readonly payment_notify_offset: number | null; readonly block_offset: number | null; readonly use_fleet_lifecycle: boolean } }
export type ServicePlan = { readonly id: string; readonly name: string; /** `active` or `expired` */ readonly status: string; readonly description: string | null; readonly price: number; readonly currency: string; readonly period: string; readonly features: Readonly<Record<string, unknown>>; readonly data: { /** Unix seconds. */ readonly time_begin: number; readonly time_end: number | null } }
export type ServiceToken = { readonly id: number; readonly account_id: number; /** Unix milliseconds. */ readonly expire: number; readonly info: { readonly prefix: string; readonly type: string; readonly user_id: string; readonly app_id: string }; /** The token itself; shown once. */ readonly key: string; /** Seconds. */ readonly ttl: number; /** A link that opens the application with the token. */ readonly url: string }
export type Setup = { readonly manufacturer: string; readonly model: string; readonly protocol: string; readonly host: string; readonly ip: string; readonly port: number; /** The port that recognises any protocol. */ readonly any_port: number; /** SMS in the order in which they are sent; empty when none are known for the model. */ readonly texts: readonly ({ /** `apn`, `server`, `apn and server` or `sending`: what it sets */ readonly what: string; /** The words, with the port of the protocol. What is not known stays in braces. */ readonly sms: string; /** The same with the port that recognises any protocol. */ readonly any_port_sms: string })[] }
export type SourceNetworks = { /** Like 203.0.113.0/24 or 2001:db8::/48; a single address is one as well. Empty: anywhere. */ readonly networks: readonly (string)[] }
export type Subscription = { readonly account_id: number; readonly app_id: string; readonly active: boolean; readonly type: string; readonly subscription_id: string; /** Unix seconds; 0 while a promotion waits for the activation. */ readonly expiry: number; readonly purchase_data: { readonly order_id: string; readonly auto_renew: boolean }; readonly data: Readonly<Record<string, unknown>> }
export type SubscriptionOffer = { readonly app_id: string; readonly plan: string; /** What the amount is for: `month`. */ readonly period: string; /** In the currency's smallest unit. */ readonly amount: number; readonly currency: string }
export type SubscriptionOrder = { /** The invoice of the platform. */ readonly id: string; readonly number: string; /** `open`, or `paid` once it is. */ readonly status: string; readonly account_id: number | null; readonly app_id: string; readonly plan: string; readonly months: number; /** The `type` that the subscription will have. */ readonly type: string; /** In the currency's smallest unit. */ readonly amount_total: number; readonly currency: string; readonly url: string | null }
export type SubscriptionPlan = { readonly name: string; readonly subscriptions: readonly (string)[]; readonly platforms: readonly (string)[]; readonly subscr_types: readonly (string)[]; readonly data: { readonly user: number; readonly unit: number; readonly geofence: number; readonly calculator: boolean; readonly unit_notify_settings: boolean; readonly triggers: number; readonly unit_storage: number; readonly config_send_notifications: boolean } }
export type Today = { /** Unix seconds. */ readonly at: number; /** The expected payment of an account is the amount of its last paid bill. A month starts on its first day in UTC, a week is the seven days from now. */ readonly money: { readonly due_this_week: { readonly accounts: number; readonly amounts: readonly ({ readonly currency: string; /** In the currency's smallest unit. */ readonly amount: number })[]; /** Accounts without a paid bill, so with no known amount. */ readonly without_amount: number }; readonly overdue: { readonly accounts: number; readonly amounts: readonly ({ readonly currency: string; /** In the currency's smallest unit. */ readonly amount: number })[]; /** Accounts without a paid bill, so with no known amount. */ readonly without_amount: number }; readonly paid_this_month: { readonly bills: number; readonly amounts: readonly ({ readonly currency: string; /** In the currency's smallest unit. */ readonly amount: number })[] }; readonly open: { readonly bills: number; readonly amounts: readonly ({ readonly currency: string; /** In the currency's smallest unit. */ readonly amount: number })[] } }; readonly clients: { /** As `GET /accounts/count`. */ readonly total: number; /** Not activated yet: `ack_active=false`. */ readonly waiting: number; /** Inside the reminder period before their due date. */ readonly notice: number; /** Past their due date and unpaid, blocked or not. */ readonly overdue: number; /** `blocked=true`. */ readonly blocked: number; /** Due to be blocked within seven days, by automation or by date. */ readonly blocked_soon: number }; readonly units: { /** As `GET /units/count`. */ readonly all: number; /** Connected at least once: `active` of `GET /units/count`. */ readonly connected: number; /** Connected before, but silent for a day or the time the operator set. */ readonly silent: number; /** Never connected. */ readonly never: number }; /** Failed within the last seven days. */ readonly failed: { readonly webhook_deliveries: number; readonly mails: number }; /** Items that need attention, most urgent first. */ readonly needs: readonly ({ readonly kind: "company.approve" | "payment-information.verify" | "accounts.overdue" | "accounts.block-soon" | "units.silent" | "units.turned-away" | "webhooks.failed" | "mails.failed" | "accounts.waiting"; readonly count: number; /** The first ten: accounts, units or webhooks, as `kind` begins. */ readonly ids: readonly (number | string)[]; readonly amounts: readonly ({ readonly currency: string; /** In the currency's smallest unit. */ readonly amount: number })[] })[] }
export type Unit = { readonly id: number; /** The account the unit belongs to. */ readonly cid: number; readonly account_id: number; readonly name: string; readonly ident: string; readonly description: string; readonly hw_id: number; readonly device_type_id: number; readonly protocol_id: number; readonly channel_id: number; readonly tls: boolean; readonly last_active: number | null; /** Seconds for which messages are kept. */ readonly messages_ttl: number; /** How many messages are kept; 0: no limit. */ readonly messages_rotate: number; readonly extra_data: readonly (unknown)[]; readonly tokens: Readonly<Record<string, unknown>>; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; readonly app_id: string; readonly b_type: string | null; readonly completed: boolean | null; readonly ready: boolean | null; readonly type?: string | null; readonly gw_type?: string | null; readonly technology?: string | null; readonly device_link?: number | null; readonly linked_devices?: readonly (number)[]; readonly message_params?: readonly (unknown)[]; readonly category?: string | null }
export type UnitCount = { readonly all: number; /** Those that have connected to the platform. */ readonly active: number }
export type UnitCreated = { /** The account. */ readonly account_id: number; /** The unit. */ readonly unit_id: number; /** The application. */ readonly app_id: string; readonly hw_id: number }
export type UnitFirstMessage = { /** The account. */ readonly account_id: number; /** The unit. */ readonly unit_id: number; /** Unix seconds. */ readonly last_active: number }
export type UnitSilent = { /** The account. */ readonly account_id: number; /** The unit. */ readonly unit_id: number; /** Unix seconds. */ readonly last_active: number }
export type User = { readonly id: string; readonly account_id: number; readonly name: string; readonly email: string | null; readonly description: string | null; /** Kept as a hash only. */ readonly login_key: null; readonly lang: string | null }
export type UserWithEnabled = { readonly id: string; readonly account_id: number; readonly name: string; readonly email: string | null; readonly description: string | null; /** Kept as a hash only. */ readonly login_key: null; readonly lang: string | null; /** The user has activated the account. */ readonly enabled: boolean }
export type UserWithExtras = { readonly id: string; readonly account_id: number; readonly name: string; readonly email: string | null; readonly description: string | null; /** Kept as a hash only. */ readonly login_key: null; readonly lang: string | null; readonly owner: null; readonly changing_email: null; readonly type: null; readonly measure: null; readonly notify_config: null; readonly roles_ext: null; readonly access_lists_ext: null }
export type Visit = { /** Unix seconds. */ readonly at: number; /** When it ended, or will end at the latest; unix seconds. */ readonly until: number; readonly dealer: string; /** `service` or `service_as_user` */ readonly prefix: string; readonly app_id: string; /** What was done; the same thing done again and again is told once. */ readonly acts?: readonly ({ /** Unix seconds. */ readonly at: number; readonly action: string; /** What was looked at. */ readonly subject: string; readonly count: number })[] }
export type Webhook = { readonly id: string; readonly url: string; readonly description: string; readonly types: readonly (string)[] | null; readonly enabled: boolean; readonly disabled_reason: string | null; readonly previous_secret_until: number | null; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number }
export type WebhookTest = { readonly webhook_id: string }
export type WebhookWithSecret = { readonly id: string; readonly url: string; readonly description: string; readonly types: readonly (string)[] | null; readonly enabled: boolean; readonly disabled_reason: string | null; readonly previous_secret_until: number | null; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; /** The secret that signs; shown here and never again. */ readonly secret: string }
export type ClientAcknowledged = { readonly acknowledged: number }
export type ClientAvailableCommand = { /** What can be given as `type`. */ readonly type: string; /** Whether it must be confirmed. */ readonly dangerous: boolean; /** Whether the tracker says what became of it. If not, its last state is `sent`. */ readonly answered: boolean }
export type ClientBoundary = { /** Name of the rule. */ readonly rule: string; /** Time of the message that decided it; unix seconds. */ readonly message_at: number; readonly seconds: number | null; /** The rule as a sentence. */ readonly why: string }
export type ClientBuilding = { readonly id: string; readonly name: string; readonly address: string; /** From the top down. */ readonly floors: readonly (ClientFloor)[]; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number }
export type ClientCategoryCount = { readonly category: string | null; readonly count: number }
export type ClientChannel = { readonly id: string; readonly configuration: { readonly protocol: string; /** `tcp`, `udp`, `both` or `http` */ readonly transport: string; /** The port that recognises any protocol. */ readonly any_port: string; /** Where JSON is posted to, for devices that speak over HTTP. */ readonly url?: string; /** Where JSON is published to, for devices that speak MQTT. */ readonly topic?: string }; readonly host: string; readonly port: string; readonly ip: string; readonly shortLink: string | null }
export type ClientSession = { readonly id: string; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly last_used_at: number; /** Unix seconds. */ readonly expires_at: number; readonly address: string | null; readonly agent: string | null; /** The current session. */ readonly current: boolean }
export type ClientCommand = { readonly id: string; readonly unit_id: number; /** `position`, `interval`, `reboot`, `engine.stop`, `engine.resume`, `server`, `text` */ readonly type: string; readonly params: { /** For `interval`: seconds between two positions. */ readonly seconds?: number; /** For `server`: where the tracker is to send to. */ readonly host?: string; /** For `server`. */ readonly port?: number }; readonly text: string | null; /** `queued` until its tracker is there, `sent`, then `acknowledged` or `failed`; or `expired` or `cancelled` before it was sent. */ readonly state: string; readonly client_ref: string | null; /** Unix seconds. */ readonly queued_at: number; /** Unix seconds. */ readonly expires_at: number; readonly sent_at: number | null; readonly acknowledged_at: number | null; readonly failed_at: number | null; readonly expired_at: number | null; readonly cancelled_at: number | null; readonly answer: string | null; readonly failure: string | null; readonly failure_code: string | null }
export type ClientCommandRequest = { readonly type: "position" | "interval" | "reboot" | "engine.stop" | "engine.resume" | "server" | "text"; readonly params?: { /** For `interval`: seconds between two positions. */ readonly seconds?: number; /** For `server`: where the tracker is to send to. */ readonly host?: string; /** For `server`. */ readonly port?: number }; /** For `text`: the command in the tracker's own words. */ readonly text?: string; /** Seconds after which it is not sent any more; 3600 unless said. */ readonly expires_in?: number; /** Your own reference, which comes back with its events. */ readonly client_ref?: string; /** False: only if the tracker is connected now, otherwise 409. True unless said. */ readonly queue?: boolean; /** True: it is meant. Needed for the commands that are dangerous. */ readonly confirm?: boolean }
export type ClientCondition = { /** `alarm` that a unit reports, `geofence` that is entered or left, `parameter` of a message that is compared, `silence`, `idle` (stands with the ignition on), `parked`, `service` that is due. */ readonly type: string; readonly alarms?: readonly (string)[]; readonly crossings?: readonly (string)[]; readonly geofence_ids?: readonly (string)[]; readonly parameter?: string; readonly comparison?: string; readonly value?: number | boolean | string | null; readonly low?: number | null; readonly high?: number | null; readonly seconds?: number; readonly minutes?: number; readonly state?: string }
export type ClientConnection = { /** Seconds with fraction. */ readonly at: number; /** `login`, `refused` or `closed` */ readonly event: string; readonly connected_at: number | null; /** Where it came from. */ readonly peer: string; readonly protocol: string; readonly tls: boolean; readonly reason: string | null }
export type ClientConsumed = { readonly amount: number; /** `l` or `%` */ readonly unit: string; /** True: from the engine’s own counter, not from the level. */ readonly counted: boolean; readonly per_100_km: number | null }
export type ClientCounter = { readonly value: number; /** `reported` by the unit, or counted from its `trips` */ readonly source: string }
export type ClientCounters = { readonly unit_id: number; readonly mileage: ClientCounter; readonly engine_hours: ClientCounter }
export type ClientCreatedNotificationChannel = { readonly id: string; readonly kind: string; readonly name: string; readonly address: string | null; readonly url: string | null; readonly enabled: boolean; readonly disabled_reason: string | null; /** False: nothing is sent until the code that was mailed is entered. */ readonly confirmed: boolean; readonly failing_since: number | null; readonly last_failure: string | null; readonly last_success_at: number | null; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; readonly secret: string | null }
export type ClientCrossing = { readonly place: ClientPlace | null; readonly seen_before: number | null; /** Time of the first position beyond the border, in unix seconds. */ readonly seen_after: number; /** The same in words. */ readonly why: string }
export type ClientDealerBrand = { readonly logo: string | null; readonly colour: string | null }
export type ClientDealerCard = { readonly name: string; readonly address: string | null; readonly coordinates: { readonly lat: number | null; readonly lon: number | null }; readonly country_code: string | null; /** False while a change waits for review. */ readonly approved: boolean; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; readonly account_id: number; readonly marketing_info: { readonly phones: readonly (string)[]; readonly areas: readonly (string)[]; readonly working_days: readonly (number)[]; readonly schedule: string; readonly about: string; /** Whether the company appears on the public map. */ readonly shown: boolean; readonly website: string | null; readonly email: string | null } }
export type ClientDwellReport = { readonly of: string; readonly at: string; /** Time zone in which days start. */ readonly tz: string; readonly days: readonly (ClientReportDay)[]; /** By name; for each, the place with the most time first. */ readonly rows: readonly (ClientReportRow)[] }
export type ClientErrors = { /** All that is wrong with the request. */ readonly errors: readonly ({ readonly code: "INVALID_PAYLOAD" | "INVALID_QUERY" | "FAILED_VALIDATION" | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "FORBIDDEN" | "BLOCKED" | "NOT_FOUND" | "ROUTE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "QUOTA_EXCEEDED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_MISMATCH" | "REQUESTS_EXCEEDED" | "INTERNAL_SERVER_ERROR" | "SERVICE_UNAVAILABLE"; /** A sentence that says what is wrong. */ readonly message: string; /** The one field at fault, written with dots. */ readonly field?: string })[]; /** As in the header `X-Request-Id`. */ readonly request_id: string; /** With `BLOCKED` only: since when, why (`person`, `schedule`, `automation`), whose client, and what to pay. */ readonly blocked?: { /** Unix seconds. */ readonly since: number; readonly reason: string; readonly company: Readonly<Record<string, unknown>>; /** Its logo and colour, as in `GET /client/me`. */ readonly brand?: Readonly<Record<string, unknown>>; readonly bills: readonly ({ readonly id: string; readonly name: string; readonly amount_total: number; readonly currency: string; readonly url: string | null })[] } }
export type ClientExport = Readonly<Record<string, unknown>>
export type ClientFigures = { /** Metres. */ readonly distance: number; readonly moving_seconds: number; /** Standing on trips, and with the engine on at stops. */ readonly idle_seconds: number; readonly stop_seconds: number; readonly silent_seconds: number; /** km/h. */ readonly max_speed: number; /** km/h while moving. */ readonly average_speed: number; /** Trips that began. */ readonly trips: number }
export type ClientFloor = { readonly id: string; readonly building_id: string; readonly name: string; /** 0 is the ground floor. */ readonly level: number; readonly plan: ClientFloorPlan | null; /** Gateways on this floor and their positions. */ readonly gateways: readonly (ClientGatewaySpot)[]; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number }
export type ClientFloorAssets = { readonly categories: readonly (ClientCategoryCount)[]; readonly assets: readonly (ClientThing)[] }
export type ClientFloorPlan = { /** `image/png`, `image/jpeg` or `image/webp`. */ readonly type: string; /** Pixels. */ readonly width: number; /** Pixels. */ readonly height: number; /** Changes with the picture. */ readonly version: string }
export type ClientFuel = { readonly unit_id: number; /** Unix seconds. */ readonly from: number; /** Unix seconds. */ readonly to: number; readonly parameter: string | null; readonly unit: string | null; /** Pairs of time and level. Peaks and valleys are kept. */ readonly level: readonly (readonly (number)[])[]; readonly events: readonly (ClientFuelEvent)[]; /** Metres. */ readonly distance: number; readonly consumed: ClientConsumed | null }
export type ClientFuelEvent = { /** `filling` or `drain` */ readonly kind: string; /** Unix seconds by the tracker’s clock. */ readonly at: number; readonly place: ClientPlace; readonly amount: number; readonly level_before: number; readonly level_after: number; /** The stop at which it happened. */ readonly stop_id: string }
export type ClientGatewaySpot = { readonly unit_id: number; /** From the left edge of the plan (0) to the right one (1). */ readonly x: number; /** From the upper edge of the plan (0) to the lower one (1). */ readonly y: number; /** Empty if it has no name. */ readonly room: string }
export type ClientGeofence = { readonly id: string; readonly name: string; readonly colour: string; readonly shape: ClientGeofenceShape; /** Shorter stays and absences are ignored. */ readonly min_seconds: number; /** Visits are computed from this tracker time on, in unix seconds. */ readonly since: number; /** Applies to all units, including future ones. */ readonly for_all: boolean; readonly unit_ids: readonly (number)[]; readonly group_ids: readonly (string)[]; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number }
export type ClientGeofenceEffect = { /** Number of visits. */ readonly visits: number; /** Number of events. */ readonly events: number }
export type ClientGeofenceShape = { /** `circle` with `center` and `radius`, `polygon` with `points`, `corridor` with `points` and `width`. */ readonly type: string; readonly center?: ClientPlace; /** Metres. */ readonly radius?: number; /** The corners of a polygon, which must not touch itself, or the line in the middle of a corridor. */ readonly points?: readonly (ClientPlace)[]; /** Metres from side to side. */ readonly width?: number }
export type ClientGeofenceVisit = { readonly id: string; readonly geofence_id: string; readonly unit_id: number; /** Unix seconds by the tracker’s clock. */ readonly from: number; readonly to: number | null; readonly duration: number | null; readonly came: ClientCrossing; readonly left: ClientCrossing | null; /** Unix seconds. */ readonly created_at: number; readonly revised_at: number | null }
export type ClientGroup = { readonly id: string; readonly name: string; readonly unit_ids: readonly (number)[]; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number }
export type ClientLabel = { readonly id: string; readonly name: string; readonly colour: string; readonly unit_ids: readonly (number)[]; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number }
export type ClientMaintenanceTask = { readonly id: string; readonly unit_id: number; readonly name: string; readonly every_km: number | null; readonly every_hours: number | null; readonly every_days: number | null; /** When it was last done, or created, in unix seconds. */ readonly since: number; readonly since_mileage: number; readonly since_engine_hours: number; /** `ok`, `soon` (a tenth of the interval remains), `due`, or `overdue` (a tenth past due) */ readonly state: string; readonly km_left: number | null; readonly hours_left: number | null; readonly days_left: number | null; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number }
export type ClientMapLayer = { /** `roadmap` or `satellite` */ readonly name: string; /** Tile URL with `{z}`, `{x}` and `{y}`. */ readonly tiles: string; /** Pixels. */ readonly tile_size: number; /** Asked with `zoom`, `north`, `south`, `east` and `west`, it answers with the `copyright` that has to be shown. */ readonly copyright: string; /** Unix seconds. */ readonly expires_at: number }
export type ClientMapProvider = { /** `google` */ readonly name: string; /** Title to show on the map. */ readonly title: string; readonly layers: readonly (ClientMapLayer)[] }
export type ClientMe = { readonly account: ClientOwnAccount; readonly user: ClientUserWithEnabled; readonly plan: ClientOwnPlan; /** By quota; for `unit_storage`, the KiB of the largest unit. */ readonly usage: Readonly<Record<string, number>>; readonly modules: readonly (string)[]; readonly service_apps: readonly (string)[]; readonly company: ClientDealerCard; readonly brand: ClientDealerBrand; /** The same for each application of the account. */ readonly plans: readonly (ClientOwnPlanWithUsage)[]; readonly session: { /** `client`, `service` or `service_as_user` */ readonly kind: string; /** Name of the visiting dealer. */ readonly dealer?: string; /** Unix seconds. */ readonly expires_at: number }; readonly next_payment: number | null; readonly two_factor: boolean; /** For `service` only: modules that the plan lacks. */ readonly hidden?: { readonly modules: readonly (string)[] } }
export type ClientMessages = readonly (Readonly<Record<string, unknown>>)[]
export type ClientNamed = { readonly id: string; readonly name: string }
export type ClientNotification = { readonly id: string; /** An alarm’s name, `enter`, `leave`, `condition`, `silence`, `service`, or `test`. */ readonly kind: string; readonly unit_id: number | null; readonly rule_id: string | null; readonly rule_name: string; /** When it happened or started, in unix seconds by the tracker’s clock. */ readonly at: number; /** Time of the message that revealed it, in unix seconds by the tracker’s clock. */ readonly shown_at: number; /** What happened, in English. */ readonly headline: string; /** The rule and the data behind it, in English. */ readonly why: string; readonly facts: ClientNotificationFacts; /** `now`, `held` until quiet hours were over, only on the `page` because of them, `late` and therefore not sent, or `test`. */ readonly telling: string; readonly deliveries: readonly (ClientNotificationDelivery)[]; /** Unix seconds. */ readonly created_at: number; readonly acknowledged_at: number | null; readonly withdrawn_at: number | null }
export type ClientNotificationChannel = { readonly id: string; readonly kind: string; readonly name: string; readonly address: string | null; readonly url: string | null; readonly enabled: boolean; readonly disabled_reason: string | null; /** False: nothing is sent until the code that was mailed is entered. */ readonly confirmed: boolean; readonly failing_since: number | null; readonly last_failure: string | null; readonly last_success_at: number | null; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number }
export type ClientNotificationDelivery = { readonly channel_id: string; readonly channel_name: string; /** `mail`, `webhook` or `messenger` */ readonly kind: string; /** `waiting`, `posted` (with the mail server), `delivered`, `failed`, or `dropped` without being sent. */ readonly state: string; readonly tries: number; readonly next_try_at: number | null; readonly status: number | null; readonly failure: string | null; readonly last_try_at: number | null }
export type ClientNotificationFacts = { readonly condition: ClientCondition | null; readonly unit_name: string | null; readonly geofence_id: string | null; readonly geofence_name: string | null; readonly seen_before: number | null; readonly first_value: number | boolean | string | null; readonly later_value: number | boolean | string | null; readonly count: number | null; readonly place: ClientPlace | null; readonly service_id: string | null; readonly service_name: string | null }
export type ClientNotificationRule = { readonly id: string; readonly name: string; readonly enabled: boolean; readonly condition: ClientCondition; readonly tz: string; readonly schedule: ClientSchedule | null; readonly quiet: ClientQuietHours | null; /** Applies to all units, including future ones. */ readonly for_all: boolean; readonly unit_ids: readonly (number)[]; readonly group_ids: readonly (string)[]; readonly channel_ids: readonly (string)[]; /** Tracker time from which the rule applies, in unix seconds. */ readonly since: number; /** Modules that it needs and the plan does not have: until they are there it tells nothing. */ readonly resting: readonly (string)[]; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number }
export type ClientNotificationTest = { readonly channel_id: string; readonly channel_name: string; readonly kind: string; /** Taken by the receiver; of a mail: handed to the outbox. */ readonly ok: boolean; readonly status: number | null; readonly failure: string | null }
export type ClientOpenedSession = { /** For `Authorization: Bearer`; pages use the cookie set by the answer. */ readonly token: string; /** Unix milliseconds. */ readonly expire: number; readonly user_id: string; readonly account_id: number; readonly apps: readonly (string)[] }
export type ClientOpenedVisit = { /** For `Authorization: Bearer`; pages use the cookie set by the answer. */ readonly token: string; /** Unix milliseconds. */ readonly expire: number; readonly user_id: string; readonly account_id: number; readonly apps: readonly (string)[]; readonly service: { readonly dealer: string; readonly prefix: string; readonly app_id: string; /** Unix seconds. */ readonly until: number } }
export type ClientOwnAccount = { readonly id: number; /** The dealer's own account. */ readonly pid: number; readonly title: string; readonly description: string; readonly link_app: string | null; readonly reg_apps: readonly (string)[]; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; /** When it was activated, in unix seconds; 0 before. */ readonly ack: number; readonly subscriptions: Readonly<Record<string, string>>; readonly service_apps: readonly (string)[]; readonly is_attached: boolean; readonly attached_at: number | null; /** Unix seconds. */ readonly added_time: number; readonly is_premium: boolean; readonly type: number | null; readonly tariff_plans: Readonly<Record<string, string>>; readonly blocked: boolean; readonly blocked_at: number | null; readonly client_payment_lifecycle: { readonly payment_expected_at: number | null; readonly payment_notify_offset: number | null; readonly block_offset: number | null; readonly use_fleet_lifecycle: boolean } }
export type ClientOwnBill = { readonly id: string; /** `open`, `expired` or `complete` */ readonly status: string; /** `paid` or `unpaid` */ readonly payment_status: string; /** Unix seconds. */ readonly created: number; /** Unix seconds. */ readonly expires_at: number; readonly account_id: number; readonly url: string | null; /** In the currency's smallest unit. */ readonly amount_total: number; readonly metadata: { readonly app_id: string; /** The client account. */ readonly cid: string; /** The client's e-mail when the bill was issued; empty if there was none. */ readonly email: string; readonly lang: string; /** What the payment is for. */ readonly name: string; /** The dealer. */ readonly td_cid: string }; readonly currency?: string }
export type ClientOwnOffer = { readonly app_id: string; readonly plan: string; /** What the amount is for: `month`. */ readonly period: string; readonly amount: number | null; readonly currency: string | null; /** What it gives, by quota: `unit`, `geofence`, `triggers`, `unit_storage` (KiB) and others. */ readonly limits: Readonly<Record<string, number>>; /** What exists with it. */ readonly modules: readonly (string)[] }
export type ClientOwnOrder = { /** The invoice of the platform. */ readonly id: string; readonly number: string; /** `open`, `paid`, or `void` if nobody paid within a day. */ readonly status: string; readonly app_id: string; readonly plan: string; readonly months: number; /** In the currency's smallest unit. */ readonly amount_total: number; readonly currency: string; /** Unix seconds. */ readonly created_at: number; readonly paid_at: number | null; /** The subscription it was for has begun. */ readonly begun: boolean }
export type ClientOwnPlan = { readonly id: string | null; readonly app_id: string; readonly name: string; readonly description: string | null; readonly quotas: Readonly<Record<string, number>> }
export type ClientOwnPlanWithUsage = { readonly id: string | null; readonly app_id: string; readonly name: string; readonly description: string | null; readonly quotas: Readonly<Record<string, number>>; readonly usage: Readonly<Record<string, number>> }
export type ClientOwnSubscription = { readonly id: string; readonly app_id: string; readonly plan: string; /** Where it came from: `cardpay` if the client bought it itself. */ readonly type: string; readonly active: boolean; readonly expires_at: number | null; readonly auto_renew: boolean }
export type ClientPeriodFigures = { /** First day of the period. */ readonly date: string; /** Unix seconds. */ readonly from: number; /** Unix seconds. */ readonly to: number; /** Metres. */ readonly distance: number; readonly moving_seconds: number; /** Standing on trips, and with the engine on at stops. */ readonly idle_seconds: number; readonly stop_seconds: number; readonly silent_seconds: number; /** km/h. */ readonly max_speed: number; /** km/h while moving. */ readonly average_speed: number; /** Trips that began. */ readonly trips: number }
export type ClientPlace = { readonly latitude: number; readonly longitude: number }
export type ClientPlacedOrder = { /** The invoice of the platform. */ readonly id: string; readonly number: string; /** `open`, `paid`, or `void` if nobody paid within a day. */ readonly status: string; readonly app_id: string; readonly plan: string; readonly months: number; /** In the currency's smallest unit. */ readonly amount_total: number; readonly currency: string; /** Unix seconds. */ readonly created_at: number; readonly paid_at: number | null; /** The subscription it was for has begun. */ readonly begun: boolean; /** Where it is paid, within a day. */ readonly url: string }
export type ClientPoint = { readonly latitude: number; readonly longitude: number }
export type ClientQuietHours = { /** 1 is Monday. Hours past midnight belong to the day they start on. */ readonly days: readonly (number)[]; /** Such as `08:00`. */ readonly from: string; /** Such as `18:00`. Equal to `from`: the whole day. */ readonly to: string; readonly meanwhile: string }
export type ClientReceivedInvitation = { readonly id: string; /** Who invites. */ readonly dealer: string; readonly app_id: string; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly expires_at: number }
export type ClientReportDay = { readonly date: string; /** Unix seconds. */ readonly from: number; /** Unix seconds. */ readonly to: number }
export type ClientReportName = { readonly id: string | null; readonly name: string | null }
export type ClientReportRow = { readonly of: ClientReportName; readonly at: ClientReportName; /** Total of all assets in the row. */ readonly seconds: number; /** Number of stays. */ readonly stays: number; /** Seconds per day. */ readonly by_day: readonly (number)[] }
export type ClientSchedule = { /** 1 is Monday. Hours past midnight belong to the day they start on. */ readonly days: readonly (number)[]; /** Such as `08:00`. */ readonly from: string; /** Such as `18:00`. Equal to `from`: the whole day. */ readonly to: string; readonly outside: boolean }
export type ClientServiceVisit = { readonly id: string; readonly service_id: string; /** Unix seconds. */ readonly done_at: number; readonly mileage: number; readonly engine_hours: number; readonly note: string | null; readonly cost: number | null; readonly currency: string | null; /** Unix seconds. */ readonly created_at: number }
export type ClientSetup = { readonly manufacturer: string; readonly model: string; readonly protocol: string; readonly host: string; readonly ip: string; readonly port: number; /** The port that recognises any protocol. */ readonly any_port: number; /** SMS in the order in which they are sent; empty when none are known for the model. */ readonly texts: readonly ({ /** `apn`, `server`, `apn and server` or `sending`: what it sets */ readonly what: string; /** The words, with the port of the protocol. What is not known stays in braces. */ readonly sms: string; /** The same with the port that recognises any protocol. */ readonly any_port_sms: string })[] }
export type ClientShare = { readonly id: string; /** The link to send. The part after `#` is secret. */ readonly link: string; readonly title: string | null; readonly units: readonly (number)[]; /** Unix seconds. */ readonly until: number; readonly show_trail: boolean; /** True once it has expired. */ readonly ended: boolean; /** How often it was opened. */ readonly opened: number; readonly last_opened: number | null; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number }
export type ClientShared = { readonly title: string | null; /** Unix seconds. */ readonly until: number; readonly show_trail: boolean; /** Send it as `Last-Event-ID` to receive only newer events. */ readonly cursor: string; readonly units: readonly (ClientSharedUnit)[] }
export type ClientSharedPosition = { readonly latitude: number; readonly longitude: number; /** km/h. */ readonly speed?: number; /** Degrees from north. */ readonly direction?: number }
export type ClientSharedUnit = { /** Number of the unit within this link. */ readonly id: number; readonly name: string; /** `moving`, `idling`, `parked`, `silent` or `never` */ readonly state: string; readonly position: ClientSharedPosition | null; readonly timestamp: number | null; /** Time, latitude, longitude; empty unless the link includes it. */ readonly trail: readonly (readonly (number)[])[] }
export type ClientStanding = { readonly unit_id: number; /** By the tracker’s clock: unix seconds. */ readonly since: number }
export type ClientStatistics = { /** Time zone in which days start. */ readonly tz: string; readonly by: string; /** All units together. */ readonly periods: readonly (ClientPeriodFigures)[]; readonly total: ClientFigures; readonly units: readonly (ClientUnitFigures)[] }
export type ClientStay = { /** The sensor attached to the asset. */ readonly sensor_id: number; readonly gateway_id: number; readonly gateway: string | null; /** Unix seconds by the gateway’s clock. */ readonly from: number; /** Unix seconds by the gateway’s clock. */ readonly to: number; /** Seconds. */ readonly duration: number; /** Still in progress. */ readonly open: boolean }
export type ClientThing = { readonly id: number; /** `gateway`, `sensor` or `asset`. */ readonly type: string; readonly name: string; readonly ident: string; readonly description: string; readonly category: string | null; readonly label_ids: readonly (string)[]; readonly sensor_id: number | null; /** For a sensor: its assets. */ readonly asset_ids: readonly (number)[]; readonly battery: number | null; readonly place: ClientWhereabouts | null }
export type ClientTimeline = { readonly unit_id: number; /** Unix seconds. */ readonly from: number; /** Unix seconds. */ readonly to: number; /** Trips, stops and gaps that overlap the period. */ readonly trips: readonly (ClientTrip)[]; /** For drawing: time, latitude, longitude, speed in km/h or null. Fewer points than were sent, same line. */ readonly track: readonly (readonly (number | null)[])[]; /** For graphs: by parameter, pairs of time and value. Peaks and valleys are kept. */ readonly series: Readonly<Record<string, readonly (readonly (number)[])[]>> }
export type ClientTrip = { readonly id: string; readonly unit_id: number; /** `trip`, `stop`, or `gap`: no messages, and the unit was elsewhere afterwards. */ readonly kind: string; /** Unix seconds by the tracker’s clock. */ readonly from: number; /** Unix seconds by the tracker’s clock. */ readonly to: number; readonly from_place: ClientPlace; readonly to_place: ClientPlace; /** Seconds. */ readonly duration: number; /** Metres; for a gap, in a straight line. */ readonly distance: number; /** km/h. */ readonly max_speed: number; /** km/h while moving. */ readonly average_speed: number; readonly moving_seconds: number; /** On a trip: time standing. At a stop: time with the engine on. */ readonly idle_seconds: number; /** Time without messages. */ readonly silent_seconds: number; /** Data quality, 0 to 100: the share of time with messages, times the share of plausible positions. */ readonly quality: number; /** Still in progress. */ readonly open: boolean; readonly began: ClientBoundary; readonly ended: ClientBoundary | null; /** Unix seconds. */ readonly created_at: number; readonly revised_at: number | null }
export type ClientUnit = { readonly id: number; /** The account the unit belongs to. */ readonly cid: number; readonly account_id: number; readonly name: string; readonly ident: string; readonly description: string; readonly hw_id: number; readonly device_type_id: number; readonly protocol_id: number; readonly channel_id: number; readonly tls: boolean; readonly last_active: number | null; /** Seconds for which messages are kept. */ readonly messages_ttl: number; /** How many messages are kept; 0: no limit. */ readonly messages_rotate: number; readonly extra_data: readonly (unknown)[]; readonly tokens: Readonly<Record<string, unknown>>; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; readonly app_id: string; readonly b_type: string | null; readonly completed: boolean | null; readonly ready: boolean | null; readonly type: string | null; readonly gw_type: string | null; readonly technology: string | null; readonly device_link: number | null; readonly linked_devices: readonly (number)[]; readonly message_params: readonly (unknown)[]; readonly category: string | null }
export type ClientUnitEvent = { readonly id: string; /** `enter` and `leave` of a geofence, the alarm that the unit reported, or `condition`: that of a rule was met. */ readonly kind: string; readonly unit_id: number; /** Unix seconds by the tracker’s clock. */ readonly at: number; readonly geofence_id: string | null; readonly visit_id: string | null; readonly rule_id: string | null; readonly rule_name: string | null; readonly place: ClientPlace | null; /** How often the alarm was reported while it lasted. */ readonly count: number; readonly seen_before: number | null; readonly seen_after: number | null; /** When it was last reported; unix seconds by the tracker’s clock. */ readonly until: number; /** The data behind it. */ readonly why: string; /** When the server recognised it, in unix seconds. */ readonly noticed_at: number; readonly acknowledged_at: number | null }
export type ClientUnitFigures = { readonly unit_id: number; readonly total: ClientFigures; /** In the order of the periods above. */ readonly periods: readonly (ClientFigures)[] }
export type ClientUnreadNotifications = { readonly count: number }
export type ClientUserWithEnabled = { readonly id: string; readonly account_id: number; readonly name: string; readonly email: string | null; readonly description: string | null; /** Kept as a hash only. */ readonly login_key: null; readonly lang: string | null; /** The user has activated the account. */ readonly enabled: boolean }
export type ClientVisit = { /** Unix seconds. */ readonly at: number; /** When it ended, or will end at the latest; unix seconds. */ readonly until: number; readonly dealer: string; /** `service` or `service_as_user` */ readonly prefix: string; readonly app_id: string; /** What was done; the same thing done again and again is told once. */ readonly acts?: readonly ({ /** Unix seconds. */ readonly at: number; readonly action: string; /** What was looked at. */ readonly subject: string; readonly count: number })[] }
export type ClientWhereabouts = { /** The gateway with the strongest signal; for a gateway, itself. */ readonly gateway_id: number; /** Name of the gateway. */ readonly gateway: string; readonly heard_at: number | null; readonly rssi: number | null; readonly position: ClientPoint | null; readonly floor: ClientNamed | null; readonly building: ClientNamed | null; /** Empty if it has no name. */ readonly room: string }
export type ConsoleMe = { /** `dealer`: of a dealer’s team; `operator`: of the platform’s own. */ readonly kind: "dealer" | "operator"; readonly person: { readonly id: string; readonly name: string; readonly email: string; readonly role: "owner" | "manager" | "billing" | "support" | "read_only" | "operator" }; readonly two_factor: boolean; readonly dealer: { readonly id: number; readonly name: string; /** What `/billing` and `/client/hardware` answer this person in. */ readonly dialect: string; /** Its payment information is. */ readonly verified: boolean; readonly agreement: boolean; readonly company_approved: boolean } | null; /** What the role may do in the dealer’s API. */ readonly rights: readonly ("read" | "positions" | "units" | "commands" | "lobby" | "users" | "service" | "bills" | "blocking" | "lifecycle" | "manage" | "team" | "tokens" | "keys")[]; readonly session: { readonly id: string; /** Unix seconds. */ readonly expires_at: number } }
export type ConsoleSession = { readonly id: string; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly last_used_at: number; /** Unix seconds. */ readonly expires_at: number; readonly address: string | null; readonly agent: string | null; /** The current session. */ readonly current: boolean }
export type ConsoleErrors = { /** All that is wrong with the request. */ readonly errors: readonly ({ readonly code: "INVALID_PAYLOAD" | "INVALID_QUERY" | "FAILED_VALIDATION" | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "FORBIDDEN" | "BLOCKED" | "NOT_FOUND" | "ROUTE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "QUOTA_EXCEEDED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_MISMATCH" | "REQUESTS_EXCEEDED" | "INTERNAL_SERVER_ERROR" | "SERVICE_UNAVAILABLE"; /** A sentence that says what is wrong. */ readonly message: string; /** The one field at fault, written with dots. */ readonly field?: string })[]; /** As in the header `X-Request-Id`. */ readonly request_id: string }
export type ConsoleOpenedConsoleSession = { /** For `Authorization: Bearer`; pages use the cookie set by the answer. */ readonly token: string; /** Unix milliseconds. */ readonly expire: number; /** `dealer`: of a dealer’s team; `operator`: of the platform’s own. */ readonly kind: "dealer" | "operator"; readonly person_id: string }
export type OperatorBackup = { /** File name. */ readonly name: string; readonly state: "done" | "running" | "failed"; /** Bytes. */ readonly bytes: number; /** Unix seconds. */ readonly at: number; readonly failure: string | null }
export type OperatorCatalogue = { readonly manufacturers: number; readonly models: readonly ({ /** `hw_id` of units. */ readonly id: number; readonly title: string; readonly manufacturer: string; readonly protocol: string; readonly units: number })[]; readonly protocols: readonly ({ readonly id: number; readonly name: string; readonly transport: string; /** Added to the port that recognises any protocol. */ readonly port: number; /** True if Waymark has a decoder for it. */ readonly spoken: boolean; readonly models: number; readonly units: number })[] }
export type OperatorConsoleMe = { /** `dealer`: of a dealer’s team; `operator`: of the platform’s own. */ readonly kind: "dealer" | "operator"; readonly person: { readonly id: string; readonly name: string; readonly email: string; readonly role: "owner" | "manager" | "billing" | "support" | "read_only" | "operator" }; readonly two_factor: boolean; readonly dealer: { readonly id: number; readonly name: string; /** What `/billing` and `/client/hardware` answer this person in. */ readonly dialect: string; /** Its payment information is. */ readonly verified: boolean; readonly agreement: boolean; readonly company_approved: boolean } | null; /** What the role may do in the dealer’s API. */ readonly rights: readonly ("read" | "positions" | "units" | "commands" | "lobby" | "users" | "service" | "bills" | "blocking" | "lifecycle" | "manage" | "team" | "tokens" | "keys")[]; readonly session: { readonly id: string; /** Unix seconds. */ readonly expires_at: number } }
export type OperatorCreatedDealer = { readonly dealer_id: number; /** Shown once; valid for 365 days. */ readonly access_token: string; readonly invitation_url: string | null }
export type OperatorDealer = { readonly id: number; readonly name: string; readonly dialect: "provider" | "partner"; /** Unix seconds. */ readonly created_at: number; readonly suspended_at: number | null; /** Its company profile is approved. */ readonly approved: boolean; /** A change to its profile is waiting for review. */ readonly review_waiting: boolean; /** Its billing details are verified. */ readonly verified: boolean; /** It accepted the offer. */ readonly agreement: boolean; readonly accounts: number; readonly units: number; /** People on its team. */ readonly people: number }
export type OperatorDealerCard = { readonly name: string; readonly address: string | null; readonly coordinates: { readonly lat: number | null; readonly lon: number | null }; readonly country_code: string | null; /** False while a change waits for review. */ readonly approved: boolean; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; readonly account_id: number; readonly marketing_info: { readonly phones: readonly (string)[]; readonly areas: readonly (string)[]; readonly working_days: readonly (number)[]; readonly schedule: string; readonly about: string; /** Whether the company appears on the public map. */ readonly shown: boolean; readonly website: string | null; readonly email: string | null } }
export type OperatorErrors = { /** All that is wrong with the request. */ readonly errors: readonly ({ readonly code: "INVALID_PAYLOAD" | "INVALID_QUERY" | "FAILED_VALIDATION" | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "FORBIDDEN" | "BLOCKED" | "NOT_FOUND" | "ROUTE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "QUOTA_EXCEEDED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_MISMATCH" | "REQUESTS_EXCEEDED" | "INTERNAL_SERVER_ERROR" | "SERVICE_UNAVAILABLE"; /** A sentence that says what is wrong. */ readonly message: string; /** The one field at fault, written with dots. */ readonly field?: string })[]; /** As in the header `X-Request-Id`. */ readonly request_id: string }
export type OperatorHealth = { readonly storage: { /** Bytes. */ readonly database_bytes: number; readonly disk: { /** Bytes. */ readonly free_bytes: number; /** Bytes. */ readonly total_bytes: number } | null; /** Database connections of all processes. */ readonly connections: number; readonly connections_max: number; /** The largest tables, with their indexes. */ readonly tables: readonly ({ readonly name: string; /** Bytes. */ readonly bytes: number; /** Estimated number of rows. */ readonly rows: number })[] }; readonly ingest: { readonly units: number; readonly heard_in_5_minutes: number; readonly heard_in_a_day: number; readonly last_message_at: number | null; /** Quarantined frames. */ readonly quarantined: number; /** Trackers without a unit. */ readonly lobby: number }; readonly mail: { readonly waiting: number; readonly failed: number; readonly oldest_waiting: number | null } }
export type OperatorJob = { readonly name: string; /** How often it runs. */ readonly every_seconds: number; /** It calls external services and has a loop of its own. */ readonly waits_for_others: boolean; readonly next_due: number | null; /** How long due work has waited; 0 if none. */ readonly lag_seconds: number }
export type OperatorLobbyEntry = { readonly id: string; readonly ident: string; readonly protocol: string; /** Where it last called from. */ readonly address: string; /** Unix seconds. */ readonly first_seen: number; /** Unix seconds. */ readonly last_seen: number; readonly tries: number; readonly frames: readonly (string)[]; /** What it said, as it would be read. */ readonly preview: readonly (Readonly<Record<string, unknown>>)[]; /** Own units with an ident like this one: did you mean one of these? */ readonly nearest: readonly ({ readonly id: number; readonly ident: string })[] }
export type OperatorManagedApplication = { readonly app_id: string; /** Quotas that a provider plan limits. */ readonly quotas: readonly (string)[]; readonly modules: readonly (OperatorModule)[] }
export type OperatorModule = { readonly default_included: boolean; readonly name: string; readonly hidden: boolean; readonly required: boolean; /** Modules that must be chosen with it. */ readonly depended_on: readonly (string)[]; readonly default_access: number; readonly access_list: readonly (number)[] }
export type OperatorOfferedPlan = { readonly id: string; readonly name: string; /** `active`, `archived`, `new`, `expired` or `deprecated` */ readonly status: string; readonly description: string | null; readonly price: number; readonly currency: string; readonly period: string; readonly features: { readonly limits: Readonly<Record<string, { readonly default: number; readonly max: number; readonly min: number; readonly step: number }>>; readonly modules: readonly (string)[] }; readonly data: { /** Unix seconds. */ readonly time_begin: number }; /** `managed` or `trial` */ readonly type: string; readonly app_id: string; /** Client plans based on it. */ readonly client_plans: number; /** Accounts on those plans. */ readonly accounts: number }
export type OperatorOfferedServicePlan = { readonly id: string; readonly name: string; /** `active` or `expired` */ readonly status: string; readonly description: string | null; readonly price: number; readonly currency: string; readonly period: string; readonly features: Readonly<Record<string, unknown>>; readonly data: { /** Unix seconds. */ readonly time_begin: number; readonly time_end: number | null }; readonly app_id: string }
export type OperatorOfferedSubscription = { readonly app_id: string; readonly name: string; readonly price: number | null; readonly currency: string | null; readonly platforms: readonly (string)[]; readonly subscr_types: readonly (string)[]; /** Limits of the plan. */ readonly data: Readonly<Record<string, unknown>>; /** Active subscriptions. */ readonly running: number }
export type OperatorPostedMail = { readonly id: number; readonly to: string; readonly subject: string; readonly state: "waiting" | "sent" | "failed" | "kept"; readonly dealer_id: number | null; /** Unix seconds. */ readonly at: number; readonly tries: number; readonly next_try_at: number | null; readonly sent_at: number | null; readonly failure: string | null }
export type OperatorReview = { readonly dealer_id: number; readonly name: string; /** The current profile is approved. */ readonly approved: boolean; /** Unix seconds. */ readonly updated_at: number; readonly company: OperatorDealerCard; /** What approval would change; empty for a new profile. */ readonly changes: readonly ({ /** Field path with dots. */ readonly field: string; readonly before: unknown; readonly after: unknown })[] }
export type OperatorStartedBackup = { readonly name: string }
export type OperatorWaitingPaymentInformation = { readonly id: number; readonly verified: boolean; /** The offer was accepted. */ readonly agreement: boolean; readonly name: string | null; readonly email: string | null; readonly vat: string | null; readonly reg_number: string | null; readonly address: { readonly city: string | null; readonly country: string | null; readonly line1: string | null; readonly line2: string | null; readonly postal_code: string | null; readonly state: string | null }; /** Unix seconds. */ readonly created_at: number; /** Unix seconds. */ readonly updated_at: number; readonly calculated_at: number | null; readonly invoiced_at: number | null; readonly auto_send_invoice: boolean; readonly auto_charge: boolean; readonly data: Readonly<Record<string, unknown>>; readonly dealer_name: string }

export interface Operations {
  /** Create an account that its client will own */
  postAccounts: { params: undefined; body: { /** Application ids. */ readonly reg_apps: readonly (string)[]; readonly user: { readonly name: string; readonly login_key: string; readonly description?: string }; readonly title?: string; readonly description?: string; /** With a premium subscription for the first month, from the activation on. */ readonly promo?: boolean }; answer: AccountWithUser; speakers: 'provider' | 'partner' }
  /** List the accounts */
  getAccounts: { params: { readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string; readonly app_id?: string; readonly is_attached?: boolean; readonly ack_active?: boolean; readonly blocked?: boolean; readonly tariff_plan_ids?: string; readonly payment?: "notice" | "overdue" | "blocked_soon"; readonly q?: string }; body: undefined; answer: readonly (Account)[]; speakers: 'provider' | 'partner' }
  /** Create an account managed by the dealer */
  postAccountsManaged: { params: undefined; body: { /** Application ids. */ readonly reg_apps: readonly (string)[]; readonly user: { readonly name: string; readonly login_key: string; readonly description?: string }; readonly title?: string; readonly description?: string; /** The client plan of the application, by application id. */ readonly tariff_plans: Readonly<Record<string, string>> }; answer: ManagedAccountWithUser | AccountWithUser; speakers: 'provider' | 'partner' }
  /** Count the accounts */
  getAccountsCount: { params: { readonly ids?: string; readonly app_id?: string; readonly is_attached?: boolean; readonly ack_active?: boolean; readonly blocked?: boolean; readonly tariff_plan_ids?: string; readonly payment?: "notice" | "overdue" | "blocked_soon"; readonly q?: string }; body: undefined; answer: number; speakers: 'provider' | 'partner' }
  /** Read how much of their quotas accounts use, and when their clients were last here */
  getAccountsUsage: { params: { readonly ids: string }; body: undefined; answer: readonly (AccountUse)[]; speakers: 'provider' | 'partner' }
  /** Read an account */
  getAccountsById: { params: { readonly id: number }; body: undefined; answer: Account; speakers: 'provider' | 'partner' }
  /** Change title, description or applications of an account */
  patchAccountsById: { params: { readonly id: number }; body: { readonly title?: string; readonly description?: string; /** Application ids. */ readonly reg_apps?: readonly (string)[] }; answer: Account; speakers: 'provider' | 'partner' }
  /** Delete an account with its users, units and messages */
  deleteAccountsById: { params: { readonly id: number }; body: undefined; answer: number; speakers: 'provider' | 'partner' }
  /** Let go of an account that its client owns */
  postAccountsByIdDetach: { params: { readonly id: number }; body: undefined; answer: number; speakers: 'provider' | 'partner' }
  /** Activate a managed account */
  putAccountsByIdActivate: { params: { readonly id: number }; body: undefined; answer: Account; speakers: 'provider' }
  /** Change the client plan of a managed account */
  putAccountsByIdClientPlan: { params: { readonly id: number }; body: { readonly tariff_plan_id: string; readonly app_id: string }; answer: { readonly account_id: number; readonly tariff_plan_id: string; readonly app_id: string }; speakers: 'provider' | 'partner' }
  /** Change the client plan of a managed account (alias) */
  postAccountsByIdClientPlan: { params: { readonly id: number }; body: { readonly tariff_plan_id: string; readonly app_id: string }; answer: { readonly account_id: number; readonly tariff_plan_id: string; readonly app_id: string }; speakers: 'provider' | 'partner' }
  /** Block or unblock an activated managed account */
  patchAccountsByIdSetBlocked: { params: { readonly id: number }; body: { readonly blocked: boolean }; answer: Account; speakers: 'provider' | 'partner' }
  /** Block an activated managed account at a given time */
  patchAccountsByIdSetBlockedAt: { params: { readonly id: number }; body: { readonly blocked_at: number | null }; answer: ScheduledAccount | Account; speakers: 'provider' | 'partner' }
  /** Set the billing automation of an activated fleet account */
  patchAccountsByIdSetPaymentLifecycle: { params: { readonly id: number }; body: { readonly payment_expected_at?: number | null; readonly payment_notify_offset?: number; readonly block_offset?: number | null; readonly use_fleet_lifecycle?: boolean }; answer: Account; speakers: 'provider' }
  /** List who entered an account with a service token, when and as what */
  getAccountsByIdVisits: { params: { readonly id: number }; body: undefined; answer: readonly (Visit)[]; speakers: 'provider' | 'partner' }
  /** Read the limits of an account in one application */
  getAccountsByIdLimits: { params: { readonly id: number; readonly app_id: string }; body: undefined; answer: AccountLimits; speakers: 'provider' | 'partner' }
  /** List the subscriptions of an account */
  getAccountsByIdSubscriptions: { params: { readonly id: number }; body: undefined; answer: readonly (Subscription)[]; speakers: 'provider' | 'partner' }
  /** Buy a subscription for an account that its client owns */
  postAccountsByIdSubscriptions: { params: { readonly id: number }; body: { /** consumer_app or pet_app. */ readonly app_id: string; /** A plan of `GET /subscription-offers`. */ readonly plan: string; /** For how long; 1 if not given. */ readonly months?: number }; answer: SubscriptionOrder; speakers: 'provider' | 'partner' }
  /** List the subscriptions that can be bought for clients */
  getSubscriptionOffers: { params: undefined; body: undefined; answer: readonly (SubscriptionOffer)[]; speakers: 'provider' | 'partner' }
  /** List the invitations */
  getInvitations: { params: { readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string }; body: undefined; answer: readonly (Invitation)[]; speakers: 'provider' | 'partner' }
  /** Invite the owner of an account to join */
  postInvitations: { params: undefined; body: { /** The address that the owner of the account logs in with. */ readonly email: string; /** consumer_app or pet_app. */ readonly app_id: string }; answer: Invitation; speakers: 'provider' | 'partner' }
  /** Delete an invitation */
  deleteInvitationsById: { params: { readonly id: string }; body: undefined; answer: string; speakers: 'provider' | 'partner' }
  /** List the intake tokens */
  getIntakeTokens: { params: { readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string }; body: undefined; answer: readonly (IntakeToken)[]; speakers: 'provider' | 'partner' }
  /** Create an intake token */
  postIntakeTokens: { params: undefined; body: { /** What it is for. */ readonly name: string }; answer: IntakeTokenWithSecret; speakers: 'provider' | 'partner' }
  /** Delete an intake token */
  deleteIntakeTokensById: { params: { readonly id: string }; body: undefined; answer: string; speakers: 'provider' | 'partner' }
  /** Tell why an account is in its state and what happens next */
  getAccountsByIdExplain: { params: { readonly id: number }; body: undefined; answer: Explanation; speakers: 'provider' | 'partner' }
  /** Play the coming months on a copy: who is noticed, due and blocked when */
  postLifecycleSimulate: { params: undefined; body: { /** One account. */ readonly account_id?: number; /** The accounts on one plan, or the one account as if it were on it. Neither: all accounts. */ readonly tariff_plan_id?: string; readonly months: number; readonly payments?: "none" | "on_time"; /** Settings of a plan as they would be. */ readonly settings?: { readonly payment_period: number | null; readonly payment_notify_offset: number; readonly block_offset: number } }; answer: LifecycleSimulation; speakers: 'provider' | 'partner' }
  /** List the users of the accounts */
  getUsers: { params: { readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string; readonly account_ids?: string; readonly q?: string }; body: undefined; answer: readonly (User)[]; speakers: 'provider' | 'partner' }
  /** Change a user */
  patchUsersById: { params: { readonly id: string }; body: { readonly name?: string; readonly description?: string; readonly login_key?: string; readonly lang?: string }; answer: ChangedUser | User; speakers: 'provider' | 'partner' }
  /** Set the password of a managed account's user */
  putUsersByIdPassword: { params: { readonly id: string }; body: { readonly new_password: string; readonly repeat_password: string }; answer: UserWithEnabled; speakers: 'provider' | 'partner' }
  /** Issue a token for entering a client's application */
  putUsersByIdAppTokenByAppId: { params: { readonly id: string; readonly app_id: string; readonly token_type?: "service" | "service_as_user" }; body: undefined; answer: ServiceToken; speakers: 'provider' | 'partner' }
  /** Issue a token for entering a client's application (alias) */
  getUsersByIdAppTokenByAppId: { params: { readonly id: string; readonly app_id: string; readonly token_type?: "service" | "service_as_user" }; body: undefined; answer: ServiceToken; speakers: 'provider' | 'partner' }
  /** Create a unit in an account */
  postUnits: { params: undefined; body: { readonly name: string; /** 1 to 64 printable characters, unique across the platform. */ readonly ident: string; /** A device of the catalogue. */ readonly hw_id: number; readonly app_id: string; readonly account_id: number; readonly description?: string }; answer: Unit; speakers: 'provider' | 'partner' }
  /** List the units */
  getUnits: { params: { readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string; readonly account_ids?: string; readonly app_id?: string; readonly ack_active?: boolean; readonly is_attached?: boolean; readonly state?: "connected" | "silent" | "never"; readonly q?: string }; body: undefined; answer: readonly (Unit)[]; speakers: 'provider' | 'partner' }
  /** Create many units at once */
  postUnitsImport: { params: undefined; body: { /** True: everything is judged and nothing is written. */ readonly dry_run?: boolean; /** False: a wrong check digit of an IMEI is taken as it is, for trackers whose number never was one. True unless said. */ readonly check_digits?: boolean; readonly rows: readonly (unknown)[] }; answer: ImportedUnits; speakers: 'provider' | 'partner' }
  /** Count the units */
  getUnitsCount: { params: { readonly ids?: string; readonly account_ids?: string; readonly app_id?: string; readonly ack_active?: boolean; readonly is_attached?: boolean; readonly state?: "connected" | "silent" | "never"; readonly q?: string }; body: undefined; answer: UnitCount; speakers: 'provider' | 'partner' }
  /** Read a unit */
  getUnitsById: { params: { readonly id: number }; body: undefined; answer: Unit; speakers: 'provider' | 'partner' }
  /** Change a unit */
  patchUnitsById: { params: { readonly id: number }; body: { readonly name?: string; /** 1 to 64 printable characters, unique across the platform. */ readonly ident?: string; readonly description?: string; /** A device of the catalogue. */ readonly hw_id?: number; /** For device types that need one; never shown again. At least 8 characters for devices that speak JSON. */ readonly password?: string }; answer: Unit; speakers: 'provider' | 'partner' }
  /** Delete a unit and its messages */
  deleteUnitsById: { params: { readonly id: number }; body: undefined; answer: number; speakers: 'provider' | 'partner' }
  /** Read the most recent messages of a unit */
  getUnitsByIdMessages: { params: { readonly id: number; readonly count?: number; readonly reverse?: boolean }; body: undefined; answer: Messages; speakers: 'provider' | 'partner' }
  /** Read the latest value of each parameter of a unit */
  getUnitsByIdTelemetry: { params: { readonly id: number }; body: undefined; answer: Readonly<Record<string, { /** Seconds with fraction. */ readonly ts: number; readonly value: unknown }>>; speakers: 'provider' | 'partner' }
  /** Read a unit’s connection log */
  getUnitsByIdConnections: { params: { readonly id: number }; body: undefined; answer: readonly (Connection)[]; speakers: 'provider' | 'partner' }
  /** Read the address a unit’s tracker sends to */
  getUnitsByIdChannel: { params: { readonly id: number }; body: undefined; answer: Channel; speakers: 'provider' | 'partner' }
  /** Read from which networks the tracker of a unit may speak */
  getUnitsByIdSourceNetworks: { params: { readonly id: number }; body: undefined; answer: SourceNetworks; speakers: 'provider' | 'partner' }
  /** Say from which networks the tracker of a unit may speak */
  putUnitsByIdSourceNetworks: { params: { readonly id: number }; body: { /** Like 203.0.113.0/24 or 2001:db8::/48; a single address is one as well. Empty: anywhere. */ readonly networks: readonly (string)[] }; answer: SourceNetworks; speakers: 'provider' | 'partner' }
  /** Read the set-up SMS for a unit’s tracker */
  getUnitsByIdSetup: { params: { readonly id: number; readonly apn?: string }; body: undefined; answer: Setup; speakers: 'provider' | 'partner' }
  /** Read the most recent frames of a unit, byte by byte */
  getUnitsByIdTraffic: { params: { readonly id: number; readonly count?: number; readonly before?: number }; body: undefined; answer: readonly (Frame)[]; speakers: 'provider' | 'partner' }
  /** Register a tag before a gateway hears it */
  postUnitsSensors: { params: undefined; body: { /** An account of tags_app. */ readonly account_id: number; /** How gateways hear it: its address, `uuid.major.minor` of an iBeacon, or `namespace.instance` of an Eddystone. Kept in lower case, without colons and dashes; unique in the account. */ readonly ident: string; readonly name: string; readonly description?: string }; answer: Unit; speakers: 'provider' }
  /** Create an asset, located by its sensor */
  postUnitsAssets: { params: undefined; body: { /** An account of tags_app. */ readonly account_id: number; readonly name: string; /** Your own number of it, unique in the account. Otherwise it gets one. */ readonly ident?: string; readonly category?: string | null; readonly device_link?: number | null; readonly description?: string }; answer: Unit; speakers: 'provider' }
  /** Link an asset to a sensor, or to none */
  putUnitsByIdLink: { params: { readonly id: number }; body: { readonly device_link: number | null }; answer: Unit; speakers: 'provider' }
  /** Say what kind of thing an asset is */
  putUnitsByIdCategory: { params: { readonly id: number }; body: { readonly category: string | null }; answer: Unit; speakers: 'provider' }
  /** Read where a gateway stands */
  getUnitsByIdPlace: { params: { readonly id: number }; body: undefined; answer: GatewayPlace; speakers: 'provider' }
  /** Say where a gateway stands */
  putUnitsByIdPlace: { params: { readonly id: number }; body: { readonly latitude: number | null; readonly longitude: number | null }; answer: Unit; speakers: 'provider' }
  /** List the commands that the unit's tracker takes */
  getUnitsByIdCommandsAvailable: { params: { readonly id: number }; body: undefined; answer: readonly (AvailableCommand)[]; speakers: 'provider' | 'partner' }
  /** Send a command to the tracker of a unit */
  postUnitsByIdCommands: { params: { readonly id: number }; body: { readonly type: "position" | "interval" | "reboot" | "engine.stop" | "engine.resume" | "server" | "text"; readonly params?: { /** For `interval`: seconds between two positions. */ readonly seconds?: number; /** For `server`: where the tracker is to send to. */ readonly host?: string; /** For `server`. */ readonly port?: number }; /** For `text`: the command in the tracker's own words. */ readonly text?: string; /** Seconds after which it is not sent any more; 3600 unless said. */ readonly expires_in?: number; /** Your own reference, which comes back with its events. */ readonly client_ref?: string; /** False: only if the tracker is connected now, otherwise 409. True unless said. */ readonly queue?: boolean; /** True: it is meant. Needed for the commands that are dangerous. */ readonly confirm?: boolean }; answer: Command; speakers: 'provider' | 'partner' }
  /** List the commands that were given to a unit */
  getUnitsByIdCommands: { params: { readonly id: number; readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string; readonly state?: "queued" | "sent" | "acknowledged" | "failed" | "expired" | "cancelled" }; body: undefined; answer: readonly (Command)[]; speakers: 'provider' | 'partner' }
  /** Read a command, its state and the answer of the tracker */
  getUnitsByIdCommandsByCommandId: { params: { readonly id: number; readonly command_id: string }; body: undefined; answer: Command; speakers: 'provider' | 'partner' }
  /** Cancel a command that was not sent yet */
  deleteUnitsByIdCommandsByCommandId: { params: { readonly id: number; readonly command_id: string }; body: undefined; answer: Command; speakers: 'provider' | 'partner' }
  /** Find a tracker that has called and has no unit */
  getLobby: { params: { readonly ident: string }; body: undefined; answer: readonly (LobbyEntry)[]; speakers: 'provider' | 'partner' }
  /** Make a unit of a tracker that waits in the lobby */
  postLobbyByIdClaim: { params: { readonly id: string }; body: { readonly name: string; /** A device of the catalogue. */ readonly hw_id: number; readonly app_id: string; readonly account_id: number; readonly description?: string }; answer: Unit; speakers: 'provider' | 'partner' }
  /** List the modules a plan can have */
  getClientPlansModules: { params: { readonly app_id?: string }; body: undefined; answer: readonly (Module)[]; speakers: 'provider' | 'partner' }
  /** Create a client plan */
  postClientPlans: { params: undefined; body: { /** A provider plan from `GET /billing/managed-plans/{app_id}`. */ readonly managed_plan_id: string; readonly app_id: string; readonly name: string; /** fleet_app: `unit`, `geofence`, `unit_storage`; tags_app: `sensor`, `gateway`, `asset`, `geofence`, `unit_storage`. All of them, each within the provider plan; `unit_storage` is 10240 to 204800 in steps of 10240. */ readonly quotas: { readonly unit?: number; readonly sensor?: number; readonly gateway?: number; readonly asset?: number; readonly geofence?: number; readonly unit_storage?: number }; readonly modules: readonly (string)[]; readonly description?: string }; answer: ClientPlan; speakers: 'provider' | 'partner' }
  /** List the client plans */
  getClientPlans: { params: { readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string }; body: undefined; answer: readonly (ClientPlan)[]; speakers: 'provider' | 'partner' }
  /** Read a client plan */
  getClientPlansById: { params: { readonly id: string }; body: undefined; answer: ClientPlan; speakers: 'provider' | 'partner' }
  /** Delete a client plan that no account uses */
  deleteClientPlansById: { params: { readonly id: string }; body: undefined; answer: string; speakers: 'provider' | 'partner' }
  /** Set the billing automation of a plan */
  patchClientPlansByIdPaymentLifecycle: { params: { readonly id: string }; body: { readonly payment_period: number | null; /** Days before the due date. */ readonly payment_notify_offset: number; /** Days after the due date. */ readonly block_offset: number }; answer: ClientPlan; speakers: 'provider' }
  /** Set the billing automation of a plan (alias) */
  postClientPlansByIdPaymentLifecycle: { params: { readonly id: string }; body: { readonly payment_period: number | null; /** Days before the due date. */ readonly payment_notify_offset: number; /** Days after the due date. */ readonly block_offset: number }; answer: ClientPlan; speakers: 'provider' }
  /** Read the dealer's company card */
  getCompany: { params: undefined; body: undefined; answer: Company; speakers: 'provider' | 'partner' }
  /** Propose a change of the company card */
  patchCompany: { params: undefined; body: { readonly name?: string; readonly marketing_info?: { readonly website?: string; /** An e-mail address. */ readonly email?: string; /** 1 is Monday. */ readonly working_days?: readonly (number)[]; readonly phones?: readonly (string)[]; readonly areas?: readonly ("company.areas.installation" | "company.areas.selling" | "company.areas.maintenance" | "company.areas.soft" | "company.areas.other")[]; readonly schedule?: string; readonly about?: string; readonly shown?: boolean } }; answer: Company; speakers: 'provider' | 'partner' }
  /** Read what waits for review, beside the card as clients see it */
  getCompanyReview: { params: undefined; body: undefined; answer: CompanyReview; speakers: 'provider' | 'partner' }
  /** Read from which networks trackers of the dealer's units may speak */
  getCompanySourceNetworks: { params: undefined; body: undefined; answer: SourceNetworks; speakers: 'provider' | 'partner' }
  /** Say from which networks trackers of the dealer's units may speak */
  putCompanySourceNetworks: { params: undefined; body: { /** Like 203.0.113.0/24 or 2001:db8::/48; a single address is one as well. Empty: anywhere. */ readonly networks: readonly (string)[] }; answer: SourceNetworks; speakers: 'provider' | 'partner' }
  /** Read the dealer's payment information */
  getCompanyPaymentInfo: { params: undefined; body: undefined; answer: PaymentInfo; speakers: 'provider' | 'partner' }
  /** Read the dealer's payment information (as /company/payment-info) */
  getPaymentInformation: { params: undefined; body: undefined; answer: PaymentInfo; speakers: 'provider' | 'partner' }
  /** Change the dealer's payment information */
  patchPaymentInformation: { params: undefined; body: { readonly name?: string | null; readonly email?: string | null; readonly vat?: string | null; readonly reg_number?: string | null; readonly address?: { readonly city?: string | null; readonly country?: string | null; readonly line1?: string | null; readonly line2?: string | null; readonly postal_code?: string | null; readonly state?: string | null }; /** Accepts the offer; that cannot be taken back here. */ readonly agreement?: true; /** Invoices of the platform are mailed to `email`. */ readonly auto_send_invoice?: boolean }; answer: PaymentInfo; speakers: 'provider' | 'partner' }
  /** Read logo, colour and sender name as clients see them */
  getBrand: { params: undefined; body: undefined; answer: Brand; speakers: 'provider' | 'partner' }
  /** Change logo, colour or sender name */
  patchBrand: { params: undefined; body: { readonly logo?: string | null; readonly colour?: string | null; readonly sender_name?: string | null }; answer: Brand; speakers: 'provider' | 'partner' }
  /** List what happened */
  getEvents: { params: { readonly after?: number; readonly types?: string; readonly account_ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string }; body: undefined; answer: readonly (Event)[]; speakers: 'provider' | 'partner' }
  /** List the webhooks */
  getWebhooks: { params: { readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string }; body: undefined; answer: readonly (Webhook)[]; speakers: 'provider' | 'partner' }
  /** Create a webhook */
  postWebhooks: { params: undefined; body: { /** Where events are sent: https, port 443 or 8443. */ readonly url: string; readonly description?: string; readonly types?: readonly ("account.created" | "account.activated" | "account.attached" | "account.detached" | "account.notice" | "account.due" | "account.blocked" | "account.unblocked" | "account.plan_changed" | "bill.created" | "bill.sent" | "bill.paid" | "bill.expired" | "unit.created" | "unit.first_message" | "unit.silent" | "ident.conflict" | "command.sent" | "command.acknowledged" | "command.failed" | "command.expired" | "quota.near" | "quota.exceeded" | "webhook.test")[] | null; /** Whether events are sent. */ readonly enabled?: boolean }; answer: WebhookWithSecret; speakers: 'provider' | 'partner' }
  /** Read a webhook */
  getWebhooksById: { params: { readonly id: string }; body: undefined; answer: Webhook; speakers: 'provider' | 'partner' }
  /** Change a webhook, or switch it on or off */
  patchWebhooksById: { params: { readonly id: string }; body: { /** Where events are sent: https, port 443 or 8443. */ readonly url?: string; readonly description?: string; readonly types?: readonly ("account.created" | "account.activated" | "account.attached" | "account.detached" | "account.notice" | "account.due" | "account.blocked" | "account.unblocked" | "account.plan_changed" | "bill.created" | "bill.sent" | "bill.paid" | "bill.expired" | "unit.created" | "unit.first_message" | "unit.silent" | "ident.conflict" | "command.sent" | "command.acknowledged" | "command.failed" | "command.expired" | "quota.near" | "quota.exceeded" | "webhook.test")[] | null; /** Whether events are sent. */ readonly enabled?: boolean }; answer: Webhook; speakers: 'provider' | 'partner' }
  /** Delete a webhook */
  deleteWebhooksById: { params: { readonly id: string }; body: undefined; answer: string; speakers: 'provider' | 'partner' }
  /** Give a webhook a new secret */
  postWebhooksByIdRotateSecret: { params: { readonly id: string }; body: undefined; answer: WebhookWithSecret; speakers: 'provider' | 'partner' }
  /** Send a test event to a webhook */
  postWebhooksByIdTest: { params: { readonly id: string }; body: undefined; answer: Event; speakers: 'provider' | 'partner' }
  /** Send events to a webhook again */
  postWebhooksByIdReplay: { params: { readonly id: string }; body: { /** The events behind this one; 0: all. */ readonly after?: number; /** A time in unix seconds (not milliseconds). */ readonly since?: number }; answer: Replayed; speakers: 'provider' | 'partner' }
  /** List the deliveries to a webhook */
  getWebhooksByIdDeliveries: { params: { readonly id: string; readonly after?: number; readonly state?: "retrying" | "delivered" | "failed"; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string }; body: undefined; answer: readonly (Delivery)[]; speakers: 'provider' | 'partner' }
  /** List the people of the team */
  getStaff: { params: { readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string }; body: undefined; answer: readonly (Person)[]; speakers: 'provider' | 'partner' }
  /** Invite somebody to the team */
  postStaff: { params: undefined; body: { readonly email: string; /** `owner`: everything · `manager`: all but team, tokens and payment keys · `billing`: reading all but positions and what trackers said, bills, blocking and due dates · `support`: reading, units, users, commands, service tokens and lobby · `read_only`: reading. */ readonly role: "owner" | "manager" | "billing" | "support" | "read_only"; readonly name?: string }; answer: Person; speakers: 'provider' | 'partner' }
  /** Change the name or the role of a person, or let it in or not */
  patchStaffById: { params: { readonly id: string }; body: { readonly name?: string; /** `owner`: everything · `manager`: all but team, tokens and payment keys · `billing`: reading all but positions and what trackers said, bills, blocking and due dates · `support`: reading, units, users, commands, service tokens and lobby · `read_only`: reading. */ readonly role?: "owner" | "manager" | "billing" | "support" | "read_only"; /** False: out at once, until it is true again. */ readonly enabled?: boolean }; answer: Person; speakers: 'provider' | 'partner' }
  /** Remove a person from the team */
  deleteStaffById: { params: { readonly id: string }; body: undefined; answer: string; speakers: 'provider' | 'partner' }
  /** List the access tokens of the dealer */
  getTokens: { params: { readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string }; body: undefined; answer: readonly (AccessToken)[]; speakers: 'provider' | 'partner' }
  /** Make an access token */
  postTokens: { params: undefined; body: { /** What it is for. */ readonly name: string; /** The dialect that it speaks. */ readonly dialect: "provider" | "partner"; /** `full`, or `read` for operations that change nothing. */ readonly level: "full" | "read"; /** Whether it may read secrets whole, such as the key of the card processor. */ readonly secrets?: boolean; /** A time in unix seconds (not milliseconds). */ readonly expires_at: number }; answer: CreatedAccessToken; speakers: 'provider' | 'partner' }
  /** Revoke an access token */
  deleteTokensById: { params: { readonly id: string }; body: undefined; answer: string; speakers: 'provider' | 'partner' }
  /** List who changed what, when and from where */
  getAudit: { params: { readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string; readonly account_id?: number; readonly actor?: string; readonly action?: string; readonly from?: number; readonly to?: number }; body: undefined; answer: readonly (AuditEntry)[]; speakers: 'provider' | 'partner' }
  /** List the last requests of the dealer */
  getRequests: { params: { readonly failed?: boolean; readonly q?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string }; body: undefined; answer: readonly (ApiRequest)[]; speakers: 'provider' | 'partner' }
  /** Read the state of the business and what needs attention */
  getToday: { params: undefined; body: undefined; answer: Today; speakers: 'provider' | 'partner' }
  /** Read the subscription plans of an application */
  getBillingPlansByAppId: { params: { readonly app_id: string }; body: undefined; answer: Readonly<Record<string, SubscriptionPlan>>; speakers: 'provider' | 'partner' }
  /** List the provider plans of an application */
  getBillingManagedPlansByAppId: { params: { readonly app_id: string }; body: undefined; answer: readonly (ProviderPlan)[]; speakers: 'provider' | 'partner' }
  /** List the service plans of an application */
  getBillingServicePlansByAppId: { params: { readonly app_id: string }; body: undefined; answer: readonly (ServicePlan)[]; speakers: 'provider' | 'partner' }
  /** List the bills of a window of time */
  getBillingCardpayPayments: { params: { readonly app_id: "b901da51-ce00-4af2-b978-8d0fca8ae1ea"; readonly from: number; readonly to: number; readonly account_id?: number; readonly fields?: string }; body: undefined; answer: Readonly<Record<string, Bill>>; speakers: 'provider' | 'partner' }
  /** Issue a bill */
  postBillingCardpayPayments: { params: undefined; body: { /** fleet_app. */ readonly app_id: string; /** An activated account of fleet_app. */ readonly account_id: number; /** All in one currency; the total is worth at least 50 US cents. */ readonly prices: readonly ({ readonly quantity: number; /** A currency code of three lower-case letters. */ readonly currency: string; /** In the currency's smallest unit: 2500 is 25.00 eur. */ readonly unit_amount: number; readonly name: string })[]; /** What the payment is for. */ readonly name?: string }; answer: Bill; speakers: 'provider' | 'partner' }
  /** Mail the link of an open bill to the client */
  postBillingCardpayPaymentsByPaymentIdSend: { params: { readonly payment_id: string; readonly app_id: "b901da51-ce00-4af2-b978-8d0fca8ae1ea" }; body: undefined; answer: { readonly result: boolean }; speakers: 'provider' | 'partner' }
  /** Expire an open bill */
  postBillingCardpayPaymentsByPaymentIdExpire: { params: { readonly payment_id: string }; body: { readonly app_id: string; readonly account_id: number }; answer: Bill; speakers: 'provider' | 'partner' }
  /** List the items of a bill */
  getBillingCardpayPaymentsByPaymentIdItems: { params: { readonly payment_id: string; readonly app_id: "b901da51-ce00-4af2-b978-8d0fca8ae1ea"; readonly account_id: number }; body: undefined; answer: readonly (BillItem)[]; speakers: 'provider' | 'partner' }
  /** Read the key of the card processor */
  getBillingSecretKey: { params: { readonly app_id: "b901da51-ce00-4af2-b978-8d0fca8ae1ea" }; body: undefined; answer: ProcessorSecret; speakers: 'provider' | 'partner' }
  /** Save the key of the card processor */
  postBillingSecretKey: { params: undefined; body: { /** fleet_app. */ readonly app_id: string; /** The live secret key of the dealer's account at the card processor. */ readonly secretKey: string }; answer: ProcessorSecret; speakers: 'provider' | 'partner' }
  /** Read the latest invoice of the platform to the dealer */
  getBillingCardpayInvoice: { params: undefined; body: undefined; answer: LatestInvoice; speakers: 'provider' }
  /** Get a link to the portal where invoices are seen and paid */
  getBillingCustomerPortal: { params: undefined; body: undefined; answer: PortalSession; speakers: 'provider' }
  /** List the devices that can be registered as units */
  getClientHardwareDevices: { params: undefined; body: undefined; answer: readonly (Device)[]; speakers: 'provider' | 'partner' }
  /** List the makers of the devices */
  getClientHardwareManufacturers: { params: undefined; body: undefined; answer: readonly (Manufacturer)[]; speakers: 'provider' | 'partner' }
  /** List the devices that can be registered as units */
  getPlatformHardwareDevices: { params: undefined; body: undefined; answer: readonly (Device)[]; speakers: 'provider' | 'partner' }
  /** List the makers of the devices */
  getPlatformHardwareManufacturers: { params: undefined; body: undefined; answer: readonly (Manufacturer)[]; speakers: 'provider' | 'partner' }
  /** Read the latest invoice of the platform to the dealer */
  getBillingCardpayInvoiceByAppId: { params: { readonly app_id: string }; body: undefined; answer: LatestInvoice; speakers: 'partner' }
  /** Get a link to the portal where invoices are seen and paid */
  getBillingCustomerPortalByAppId: { params: { readonly app_id: string }; body: undefined; answer: PortalSession; speakers: 'partner' }
  /** Ask to activate an account */
  postClientRegistration: { params: undefined; body: { /** From the activation link, like `login` and `login_key`. */ readonly client_id: string; readonly login: string; readonly login_key: string; readonly email: string; readonly password: string; /** The language of the mail, if the user has none yet. */ readonly lang?: string }; answer: { /** Where the mail went. */ readonly email: string }; speakers: 'client' }
  /** Activate the account with the link of the mail */
  postClientRegistrationConfirm: { params: undefined; body: { /** From the link in the mail. */ readonly token: string }; answer: { readonly account_id: number; /** Unix seconds. */ readonly ack: number }; speakers: 'client' }
  /** Sign in */
  postClientSessions: { params: undefined; body: { /** Email address, or the username if there is none yet. */ readonly login: string; readonly password: string; /** Second-factor or recovery code, if the user has one. */ readonly code?: string }; answer: ClientOpenedSession; speakers: 'client' }
  /** List sessions */
  getClientSessions: { params: undefined; body: undefined; answer: readonly (ClientSession)[]; speakers: 'client' }
  /** Sign in with a service token */
  postClientSessionsService: { params: undefined; body: { readonly key: string }; answer: ClientOpenedVisit; speakers: 'client' }
  /** Ask for a link to choose a new password */
  postClientPasswordResets: { params: undefined; body: { readonly email: string }; answer: { /** Where the mail went. */ readonly email: string }; speakers: 'client' }
  /** Choose a new password with the link of the mail */
  postClientPasswordResetsConfirm: { params: undefined; body: { /** From the link in the mail. */ readonly token: string; readonly new_password: string; readonly repeat_password: string }; answer: { readonly result: boolean }; speakers: 'client' }
  /** Confirm a new e-mail address with the link of the mail */
  postClientEmailConfirm: { params: undefined; body: { /** From the link in the mail. */ readonly token: string }; answer: { /** Where the mail went. */ readonly email: string }; speakers: 'client' }
  /** Read what a share link shows */
  getShared: { params: undefined; body: undefined; answer: ClientShared; speakers: 'client' }
  /** List the own gateways, with where they hang */
  getClientGateways: { params: { readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string; readonly q?: string; readonly category?: string; readonly label_id?: string; readonly gateway_id?: number; readonly floor_id?: string }; body: undefined; answer: readonly (ClientThing)[]; speakers: 'client' }
  /** List the own sensors, with the gateway that hears each best */
  getClientSensors: { params: { readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string; readonly q?: string; readonly category?: string; readonly label_id?: string; readonly gateway_id?: number; readonly floor_id?: string }; body: undefined; answer: readonly (ClientThing)[]; speakers: 'client' }
  /** List the own assets, with the gateway that hears each best */
  getClientAssets: { params: { readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string; readonly q?: string; readonly category?: string; readonly label_id?: string; readonly gateway_id?: number; readonly floor_id?: string }; body: undefined; answer: readonly (ClientThing)[]; speakers: 'client' }
  /** Create an asset, located by its sensor */
  postClientAssets: { params: undefined; body: { readonly name: string; readonly category?: string | null; readonly sensor_id?: number | null; readonly description?: string }; answer: ClientThing; speakers: 'client' }
  /** Read a gateway, a sensor or an asset */
  getClientTagsById: { params: { readonly id: number }; body: undefined; answer: ClientThing; speakers: 'client' }
  /** Count assets by category */
  getClientAssetCategories: { params: undefined; body: undefined; answer: readonly (ClientCategoryCount)[]; speakers: 'client' }
  /** Change an asset’s name, category or sensor */
  patchClientAssetsById: { params: { readonly id: number }; body: { readonly name?: string; readonly category?: string | null; readonly sensor_id?: number | null; readonly description?: string }; answer: ClientThing; speakers: 'client' }
  /** Delete an asset */
  deleteClientAssetsById: { params: { readonly id: number }; body: undefined; answer: undefined; speakers: 'client' }
  /** List the assets at the gateways of a floor, and count them by category */
  getClientFloorsByIdAssets: { params: { readonly id: string }; body: undefined; answer: ClientFloorAssets; speakers: 'client' }
  /** List buildings with their floors, by name */
  getClientBuildings: { params: undefined; body: undefined; answer: readonly (ClientBuilding)[]; speakers: 'client' }
  /** Add a building */
  postClientBuildings: { params: undefined; body: { readonly name: string; readonly address?: string }; answer: ClientBuilding; speakers: 'client' }
  /** Read a building with its floors */
  getClientBuildingsById: { params: { readonly id: string }; body: undefined; answer: ClientBuilding; speakers: 'client' }
  /** Change a building */
  patchClientBuildingsById: { params: { readonly id: string }; body: { readonly name?: string; readonly address?: string }; answer: ClientBuilding; speakers: 'client' }
  /** Delete a building */
  deleteClientBuildingsById: { params: { readonly id: string }; body: undefined; answer: undefined; speakers: 'client' }
  /** Add a floor to a building */
  postClientBuildingsByIdFloors: { params: { readonly id: string }; body: { readonly name: string; /** 0 is the ground floor; 0 unless said. */ readonly level?: number }; answer: ClientFloor; speakers: 'client' }
  /** Read a floor */
  getClientFloorsById: { params: { readonly id: string }; body: undefined; answer: ClientFloor; speakers: 'client' }
  /** Change a floor */
  patchClientFloorsById: { params: { readonly id: string }; body: { readonly name?: string; /** 0 is the ground floor; 0 unless said. */ readonly level?: number }; answer: ClientFloor; speakers: 'client' }
  /** Delete a floor */
  deleteClientFloorsById: { params: { readonly id: string }; body: undefined; answer: undefined; speakers: 'client' }
  /** Upload a floor plan */
  putClientFloorsByIdPlan: { params: { readonly id: string }; body: Blob; answer: ClientFloor; speakers: 'client' }
  /** Read a floor plan */
  getClientFloorsByIdPlan: { params: { readonly id: string; readonly version?: string }; body: undefined; answer: undefined; speakers: 'client' }
  /** Delete a floor plan */
  deleteClientFloorsByIdPlan: { params: { readonly id: string }; body: undefined; answer: undefined; speakers: 'client' }
  /** Place a gateway on a floor */
  putClientGatewaysByIdSpot: { params: { readonly id: number }; body: { /** id */ readonly floor_id: string; /** From the left edge of the plan (0) to the right one (1). */ readonly x: number; /** From the upper edge of the plan (0) to the lower one (1). */ readonly y: number; readonly room?: string }; answer: undefined; speakers: 'client' }
  /** Remove a gateway from its floor */
  deleteClientGatewaysByIdSpot: { params: { readonly id: number }; body: undefined; answer: undefined; speakers: 'client' }
  /** Sign out */
  deleteClientSessionsCurrent: { params: undefined; body: undefined; answer: undefined; speakers: 'client' }
  /** End a session */
  deleteClientSessionsById: { params: { readonly id: string }; body: undefined; answer: undefined; speakers: 'client' }
  /** Read the account, user, plan with usage, and the dealer’s company profile */
  getClientMe: { params: undefined; body: undefined; answer: ClientMe; speakers: 'client' }
  /** Change the language */
  patchClientMe: { params: undefined; body: { readonly lang: string }; answer: ClientUserWithEnabled; speakers: 'client' }
  /** Turn service mode of an application on or off */
  putClientServiceModeByAppId: { params: { readonly app_id: string }; body: { readonly enabled: boolean }; answer: { readonly app_id: string; readonly enabled: boolean }; speakers: 'client' }
  /** List visits with service tokens */
  getClientVisits: { params: { readonly with?: "acts" }; body: undefined; answer: readonly (ClientVisit)[]; speakers: 'client' }
  /** List bills, newest first */
  getClientBills: { params: { readonly with?: "currency" }; body: undefined; answer: readonly (ClientOwnBill)[]; speakers: 'client' }
  /** List units */
  getClientUnits: { params: { readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string }; body: undefined; answer: readonly (ClientUnit)[]; speakers: 'client' }
  /** Read a unit */
  getClientUnitsById: { params: { readonly id: number }; body: undefined; answer: ClientUnit; speakers: 'client' }
  /** Read the latest value of each parameter of a unit */
  getClientUnitsByIdTelemetry: { params: { readonly id: number }; body: undefined; answer: Readonly<Record<string, { /** Seconds with fraction. */ readonly ts: number; readonly value: unknown }>>; speakers: 'client' }
  /** Read a unit’s messages */
  getClientUnitsByIdMessages: { params: { readonly id: number; readonly from?: number; readonly to?: number; readonly count?: number; readonly reverse?: boolean }; body: undefined; answer: ClientMessages; speakers: 'client' }
  /** Read the address a unit’s tracker sends to */
  getClientUnitsByIdChannel: { params: { readonly id: number }; body: undefined; answer: ClientChannel; speakers: 'client' }
  /** Export all data of the account */
  getClientExport: { params: undefined; body: undefined; answer: ClientExport; speakers: 'client' }
  /** List the commands that the unit's tracker takes */
  getClientUnitsByIdCommandsAvailable: { params: { readonly id: number }; body: undefined; answer: readonly (ClientAvailableCommand)[]; speakers: 'client' }
  /** Send a command to the tracker of a unit */
  postClientUnitsByIdCommands: { params: { readonly id: number }; body: { readonly type: "position" | "interval" | "reboot" | "engine.stop" | "engine.resume" | "server" | "text"; readonly params?: { /** For `interval`: seconds between two positions. */ readonly seconds?: number; /** For `server`: where the tracker is to send to. */ readonly host?: string; /** For `server`. */ readonly port?: number }; /** For `text`: the command in the tracker's own words. */ readonly text?: string; /** Seconds after which it is not sent any more; 3600 unless said. */ readonly expires_in?: number; /** Your own reference, which comes back with its events. */ readonly client_ref?: string; /** False: only if the tracker is connected now, otherwise 409. True unless said. */ readonly queue?: boolean; /** True: it is meant. Needed for the commands that are dangerous. */ readonly confirm?: boolean }; answer: ClientCommand; speakers: 'client' }
  /** List the commands that were given to a unit */
  getClientUnitsByIdCommands: { params: { readonly id: number; readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string; readonly state?: "queued" | "sent" | "acknowledged" | "failed" | "expired" | "cancelled" }; body: undefined; answer: readonly (ClientCommand)[]; speakers: 'client' }
  /** Read a command, its state and the answer of the tracker */
  getClientUnitsByIdCommandsByCommandId: { params: { readonly id: number; readonly command_id: string }; body: undefined; answer: ClientCommand; speakers: 'client' }
  /** Cancel a command that was not sent yet */
  deleteClientUnitsByIdCommandsByCommandId: { params: { readonly id: number; readonly command_id: string }; body: undefined; answer: ClientCommand; speakers: 'client' }
  /** Change the password */
  putClientMePassword: { params: undefined; body: { /** The present one. */ readonly password: string; readonly new_password: string; readonly repeat_password: string }; answer: { readonly result: boolean }; speakers: 'client' }
  /** Ask for another e-mail address */
  putClientMeEmail: { params: undefined; body: { readonly email: string; /** The present one. */ readonly password: string }; answer: { /** Where the mail went. */ readonly email: string }; speakers: 'client' }
  /** Begin a second factor */
  postClientMeTotp: { params: undefined; body: undefined; answer: { /** In base 32. */ readonly secret: string; /** `otpauth://…` */ readonly uri: string }; speakers: 'client' }
  /** Confirm the second factor with a code */
  putClientMeTotp: { params: undefined; body: { readonly code: string }; answer: { readonly recovery_codes: readonly (string)[] }; speakers: 'client' }
  /** Remove the second factor */
  deleteClientMeTotp: { params: undefined; body: { /** The present one. */ readonly password: string }; answer: undefined; speakers: 'client' }
  /** List geofences by name */
  getClientGeofences: { params: undefined; body: undefined; answer: readonly (ClientGeofence)[]; speakers: 'client' }
  /** Create a geofence */
  postClientGeofences: { params: undefined; body: { readonly name: string; readonly shape: { /** `circle` with `center` and `radius`, `polygon` with `points`, `corridor` with `points` and `width`. */ readonly type: "circle" | "polygon" | "corridor"; readonly center?: { readonly latitude: number; readonly longitude: number }; /** Metres. */ readonly radius?: number; /** The corners of a polygon, which must not touch itself, or the line in the middle of a corridor. */ readonly points?: readonly ({ readonly latitude: number; readonly longitude: number })[]; /** Metres from side to side. */ readonly width?: number }; /** Such as `#2563eb`. */ readonly colour?: string; /** Shorter stays and absences are ignored. Default: 30. */ readonly min_seconds?: number; /** Visits are computed from this time of trackers on, in unix seconds; from now on unless said. */ readonly since?: number; /** Applies to all units, including future ones. Default unless units or groups are named. */ readonly for_all?: boolean; /** Only these units and those in `group_ids`. */ readonly unit_ids?: readonly (number)[]; /** Only units in these groups and those in `unit_ids`. */ readonly group_ids?: readonly (string)[] }; answer: ClientGeofence; speakers: 'client' }
  /** Read a geofence */
  getClientGeofencesById: { params: { readonly id: string }; body: undefined; answer: ClientGeofence; speakers: 'client' }
  /** Change a geofence */
  patchClientGeofencesById: { params: { readonly id: string }; body: { readonly name?: string; readonly shape?: { /** `circle` with `center` and `radius`, `polygon` with `points`, `corridor` with `points` and `width`. */ readonly type: "circle" | "polygon" | "corridor"; readonly center?: { readonly latitude: number; readonly longitude: number }; /** Metres. */ readonly radius?: number; /** The corners of a polygon, which must not touch itself, or the line in the middle of a corridor. */ readonly points?: readonly ({ readonly latitude: number; readonly longitude: number })[]; /** Metres from side to side. */ readonly width?: number }; /** Such as `#2563eb`. */ readonly colour?: string; /** Shorter stays and absences are ignored. Default: 30. */ readonly min_seconds?: number; /** Visits are computed from this time of trackers on, in unix seconds; from now on unless said. */ readonly since?: number; /** Applies to all units, including future ones. Default unless units or groups are named. */ readonly for_all?: boolean; /** Only these units and those in `group_ids`. */ readonly unit_ids?: readonly (number)[]; /** Only units in these groups and those in `unit_ids`. */ readonly group_ids?: readonly (string)[] }; answer: ClientGeofence; speakers: 'client' }
  /** Delete a geofence */
  deleteClientGeofencesById: { params: { readonly id: string }; body: undefined; answer: undefined; speakers: 'client' }
  /** Preview what deleting a geofence removes */
  getClientGeofencesByIdEffect: { params: { readonly id: string }; body: undefined; answer: ClientGeofenceEffect; speakers: 'client' }
  /** List units inside any geofence */
  getClientGeofencesInside: { params: undefined; body: undefined; answer: readonly (ClientGeofenceVisit)[]; speakers: 'client' }
  /** List units inside a geofence */
  getClientGeofencesByIdInside: { params: { readonly id: string }; body: undefined; answer: readonly (ClientGeofenceVisit)[]; speakers: 'client' }
  /** List geofence visits in chronological order */
  getClientGeofenceVisits: { params: { readonly from: number; readonly to: number; readonly unit_ids?: string; readonly group_id?: string; readonly geofence_id?: string }; body: undefined; answer: readonly (ClientGeofenceVisit)[]; speakers: 'client' }
  /** List alarms and geofence crossings, newest first */
  getClientEvents: { params: { readonly limit?: number; readonly cursor?: string; readonly unit_ids?: string; readonly group_id?: string; readonly kind?: string; readonly geofence_id?: string; readonly from?: number; readonly to?: number; readonly acknowledged?: boolean }; body: undefined; answer: readonly (ClientUnitEvent)[]; speakers: 'client' }
  /** Acknowledge an event */
  putClientEventsByIdAcknowledged: { params: { readonly id: string }; body: undefined; answer: ClientUnitEvent; speakers: 'client' }
  /** Acknowledge several events */
  putClientEventsAcknowledged: { params: undefined; body: { readonly event_ids: readonly (string)[] }; answer: { /** Number of events not acknowledged before. */ readonly acknowledged: number }; speakers: 'client' }
  /** List notifications, newest first */
  getClientNotifications: { params: { readonly limit?: number; readonly cursor?: string; readonly unit_ids?: string; readonly rule_id?: string; readonly acknowledged?: boolean }; body: undefined; answer: readonly (ClientNotification)[]; speakers: 'client' }
  /** Count what nobody has seen */
  getClientNotificationsUnread: { params: undefined; body: undefined; answer: ClientUnreadNotifications; speakers: 'client' }
  /** Say that all that had come by a time was seen */
  putClientNotificationsAcknowledged: { params: undefined; body: { /** A time in unix seconds (not milliseconds). */ readonly until: number }; answer: ClientAcknowledged; speakers: 'client' }
  /** Read a notification */
  getClientNotificationsById: { params: { readonly id: string }; body: undefined; answer: ClientNotification; speakers: 'client' }
  /** Say that a notification was seen */
  putClientNotificationsByIdAcknowledged: { params: { readonly id: string }; body: undefined; answer: ClientNotification; speakers: 'client' }
  /** List the rules, by name */
  getClientNotificationRules: { params: undefined; body: undefined; answer: readonly (ClientNotificationRule)[]; speakers: 'client' }
  /** Create a notification rule */
  postClientNotificationRules: { params: undefined; body: { readonly name: string; readonly condition: { /** `alarm` that a unit reports, `geofence` that is entered or left, `parameter` of a message that is compared, `silence`, `idle` (stands with the ignition on), `parked`, `service` that is due. */ readonly type: "alarm" | "geofence" | "parameter" | "silence" | "idle" | "parked" | "service"; /** For `alarm`. Empty: any alarm. */ readonly alarms?: readonly ("general" | "sos" | "vibration" | "movement" | "displacement" | "low_speed" | "overspeed" | "fall" | "crash" | "towing" | "idle" | "low_power" | "low_battery" | "power_cut" | "power_restored" | "power_on" | "power_off" | "fault" | "tampering" | "removal" | "door" | "bonnet" | "lock" | "unlock" | "geofence" | "geofence_enter" | "geofence_exit" | "gnss_antenna_cut" | "jamming" | "temperature" | "humidity" | "illuminance" | "fuel_leak" | "fatigue" | "parking" | "high_rpm" | "harsh_acceleration" | "harsh_braking" | "harsh_cornering" | "lane_change")[]; /** For `geofence`. */ readonly crossings?: readonly ("enter" | "leave")[]; /** For `geofence`. Empty: any geofence. */ readonly geofence_ids?: readonly (string)[]; /** For `parameter`: its name in messages. */ readonly parameter?: string; /** Of `parameter`: with `value`, or with `low` and `high`. */ readonly comparison?: "above" | "below" | "outside" | "within" | "is"; /** A number, true or false, or a text of at most 200 characters. */ readonly value?: number | boolean | string; readonly low?: number; readonly high?: number; /** For `parameter`: minimum duration. Default: 0. */ readonly seconds?: number; /** For `silence`, `idle` and `parked`. */ readonly minutes?: number; /** For `service`: notify when it is due, or already when it is soon. */ readonly state?: "soon" | "due" }; readonly enabled?: boolean; /** Time zone of the hours and of times in messages. Default: UTC. */ readonly tz?: string; readonly schedule?: { /** 1 is Monday. Hours past midnight belong to the day they start on. */ readonly days: readonly (number)[]; /** Such as `08:00`. */ readonly from: string; /** Such as `18:00`. Equal to `from`: the whole day. */ readonly to: string; /** True: outside these hours. */ readonly outside?: boolean } | null; readonly quiet?: { /** 1 is Monday. Hours past midnight belong to the day they start on. */ readonly days: readonly (number)[]; /** Such as `08:00`. */ readonly from: string; /** Such as `18:00`. Equal to `from`: the whole day. */ readonly to: string; /** `hold`: sent when they are over. `page`: listed, and not sent. */ readonly meanwhile: "hold" | "page" } | null; /** Applies to all units, including future ones. Default unless units or groups are named. */ readonly for_all?: boolean; /** Only these units and those in `group_ids`. */ readonly unit_ids?: readonly (number)[]; /** Only units in these groups. */ readonly group_ids?: readonly (string)[]; /** Where it is sent besides the notification list. Requires the module `extended_notification`. */ readonly channel_ids?: readonly (string)[] }; answer: ClientNotificationRule; speakers: 'client' }
  /** Read a rule */
  getClientNotificationRulesById: { params: { readonly id: string }; body: undefined; answer: ClientNotificationRule; speakers: 'client' }
  /** Change a rule */
  patchClientNotificationRulesById: { params: { readonly id: string }; body: { readonly name?: string; readonly condition?: { /** `alarm` that a unit reports, `geofence` that is entered or left, `parameter` of a message that is compared, `silence`, `idle` (stands with the ignition on), `parked`, `service` that is due. */ readonly type: "alarm" | "geofence" | "parameter" | "silence" | "idle" | "parked" | "service"; /** For `alarm`. Empty: any alarm. */ readonly alarms?: readonly ("general" | "sos" | "vibration" | "movement" | "displacement" | "low_speed" | "overspeed" | "fall" | "crash" | "towing" | "idle" | "low_power" | "low_battery" | "power_cut" | "power_restored" | "power_on" | "power_off" | "fault" | "tampering" | "removal" | "door" | "bonnet" | "lock" | "unlock" | "geofence" | "geofence_enter" | "geofence_exit" | "gnss_antenna_cut" | "jamming" | "temperature" | "humidity" | "illuminance" | "fuel_leak" | "fatigue" | "parking" | "high_rpm" | "harsh_acceleration" | "harsh_braking" | "harsh_cornering" | "lane_change")[]; /** For `geofence`. */ readonly crossings?: readonly ("enter" | "leave")[]; /** For `geofence`. Empty: any geofence. */ readonly geofence_ids?: readonly (string)[]; /** For `parameter`: its name in messages. */ readonly parameter?: string; /** Of `parameter`: with `value`, or with `low` and `high`. */ readonly comparison?: "above" | "below" | "outside" | "within" | "is"; /** A number, true or false, or a text of at most 200 characters. */ readonly value?: number | boolean | string; readonly low?: number; readonly high?: number; /** For `parameter`: minimum duration. Default: 0. */ readonly seconds?: number; /** For `silence`, `idle` and `parked`. */ readonly minutes?: number; /** For `service`: notify when it is due, or already when it is soon. */ readonly state?: "soon" | "due" }; readonly enabled?: boolean; /** Time zone of the hours and of times in messages. Default: UTC. */ readonly tz?: string; readonly schedule?: { /** 1 is Monday. Hours past midnight belong to the day they start on. */ readonly days: readonly (number)[]; /** Such as `08:00`. */ readonly from: string; /** Such as `18:00`. Equal to `from`: the whole day. */ readonly to: string; /** True: outside these hours. */ readonly outside?: boolean } | null; readonly quiet?: { /** 1 is Monday. Hours past midnight belong to the day they start on. */ readonly days: readonly (number)[]; /** Such as `08:00`. */ readonly from: string; /** Such as `18:00`. Equal to `from`: the whole day. */ readonly to: string; /** `hold`: sent when they are over. `page`: listed, and not sent. */ readonly meanwhile: "hold" | "page" } | null; /** Applies to all units, including future ones. Default unless units or groups are named. */ readonly for_all?: boolean; /** Only these units and those in `group_ids`. */ readonly unit_ids?: readonly (number)[]; /** Only units in these groups. */ readonly group_ids?: readonly (string)[]; /** Where it is sent besides the notification list. Requires the module `extended_notification`. */ readonly channel_ids?: readonly (string)[] }; answer: ClientNotificationRule; speakers: 'client' }
  /** Delete a rule */
  deleteClientNotificationRulesById: { params: { readonly id: string }; body: undefined; answer: undefined; speakers: 'client' }
  /** Send a test through the channels of a rule */
  postClientNotificationRulesByIdTest: { params: { readonly id: string }; body: undefined; answer: readonly (ClientNotificationTest)[]; speakers: 'client' }
  /** List channels by name */
  getClientNotificationChannels: { params: undefined; body: undefined; answer: readonly (ClientNotificationChannel)[]; speakers: 'client' }
  /** Create a channel */
  postClientNotificationChannels: { params: undefined; body: { /** `mail` with `address`; `webhook` with `url`, signed; `messenger` with the `url` of an incoming webhook of Slack, Mattermost, Rocket.Chat or Discord, or of `sendMessage` of a Telegram bot with `?chat_id=…`. */ readonly kind: "mail" | "webhook" | "messenger"; readonly name: string; /** Of `mail`. */ readonly address?: string; /** https, port 443 or 8443. */ readonly url?: string }; answer: ClientCreatedNotificationChannel; speakers: 'client' }
  /** Rename a channel or turn it on or off */
  patchClientNotificationChannelsById: { params: { readonly id: string }; body: { readonly name?: string; readonly enabled?: boolean }; answer: ClientNotificationChannel; speakers: 'client' }
  /** Delete a channel */
  deleteClientNotificationChannelsById: { params: { readonly id: string }; body: undefined; answer: undefined; speakers: 'client' }
  /** Request a new code */
  postClientNotificationChannelsByIdCode: { params: { readonly id: string }; body: undefined; answer: ClientNotificationChannel; speakers: 'client' }
  /** Confirm an email address with the code sent to it */
  putClientNotificationChannelsByIdConfirmed: { params: { readonly id: string }; body: { readonly code: string }; answer: ClientNotificationChannel; speakers: 'client' }
  /** Send a test to a channel */
  postClientNotificationChannelsByIdTest: { params: { readonly id: string }; body: undefined; answer: ClientNotificationTest; speakers: 'client' }
  /** List unit groups by name */
  getClientGroups: { params: undefined; body: undefined; answer: readonly (ClientGroup)[]; speakers: 'client' }
  /** Create a unit group */
  postClientGroups: { params: undefined; body: { readonly name: string; /** The units in the group. Replaces the list. */ readonly unit_ids?: readonly (number)[] }; answer: ClientGroup; speakers: 'client' }
  /** Read a group */
  getClientGroupsById: { params: { readonly id: string }; body: undefined; answer: ClientGroup; speakers: 'client' }
  /** Rename a group or change its units */
  patchClientGroupsById: { params: { readonly id: string }; body: { readonly name?: string; /** The units in the group. Replaces the list. */ readonly unit_ids?: readonly (number)[] }; answer: ClientGroup; speakers: 'client' }
  /** Delete a group */
  deleteClientGroupsById: { params: { readonly id: string }; body: undefined; answer: undefined; speakers: 'client' }
  /** Dealers who would like to have this account */
  getClientInvitations: { params: undefined; body: undefined; answer: readonly (ClientReceivedInvitation)[]; speakers: 'client' }
  /** Go to the dealer who invites */
  postClientInvitationsByIdAccept: { params: { readonly id: string }; body: undefined; answer: ClientReceivedInvitation; speakers: 'client' }
  /** Decline an invitation */
  postClientInvitationsByIdDecline: { params: { readonly id: string }; body: undefined; answer: ClientReceivedInvitation; speakers: 'client' }
  /** List labels by name */
  getClientLabels: { params: undefined; body: undefined; answer: readonly (ClientLabel)[]; speakers: 'client' }
  /** Create a label */
  postClientLabels: { params: undefined; body: { readonly name: string; /** Such as `#0f766e`. */ readonly colour?: string; /** The gateways, sensors and assets with this label. Replaces the list. */ readonly unit_ids?: readonly (number)[] }; answer: ClientLabel; speakers: 'client' }
  /** Read a label */
  getClientLabelsById: { params: { readonly id: string }; body: undefined; answer: ClientLabel; speakers: 'client' }
  /** Change a label or what carries it */
  patchClientLabelsById: { params: { readonly id: string }; body: { readonly name?: string; /** Such as `#0f766e`. */ readonly colour?: string; /** The gateways, sensors and assets with this label. Replaces the list. */ readonly unit_ids?: readonly (number)[] }; answer: ClientLabel; speakers: 'client' }
  /** Delete a label */
  deleteClientLabelsById: { params: { readonly id: string }; body: undefined; answer: undefined; speakers: 'client' }
  /** Set the labels of a gateway, sensor or asset */
  putClientUnitsByIdLabels: { params: { readonly id: number }; body: { /** The item’s labels. Replaces the list. */ readonly label_ids: readonly (string)[] }; answer: undefined; speakers: 'client' }
  /** List services of all units, most urgent first */
  getClientMaintenance: { params: { readonly state?: "ok" | "soon" | "due" | "overdue" }; body: undefined; answer: readonly (ClientMaintenanceTask)[]; speakers: 'client' }
  /** Read a unit’s mileage and engine hours */
  getClientUnitsByIdCounters: { params: { readonly id: number }; body: undefined; answer: ClientCounters; speakers: 'client' }
  /** Set a unit’s counter */
  patchClientUnitsByIdCounters: { params: { readonly id: number }; body: { /** Kilometres. */ readonly mileage?: number; /** Hours. */ readonly engine_hours?: number }; answer: ClientCounters; speakers: 'client' }
  /** List a unit’s services */
  getClientUnitsByIdServices: { params: { readonly id: number }; body: undefined; answer: readonly (ClientMaintenanceTask)[]; speakers: 'client' }
  /** Create a service for a unit */
  postClientUnitsByIdServices: { params: { readonly id: number }; body: { readonly name: string; readonly every_km?: number | null; readonly every_hours?: number | null; readonly every_days?: number | null }; answer: ClientMaintenanceTask; speakers: 'client' }
  /** Read a service */
  getClientServicesById: { params: { readonly id: string }; body: undefined; answer: ClientMaintenanceTask; speakers: 'client' }
  /** Rename a service or change its intervals */
  patchClientServicesById: { params: { readonly id: string }; body: { readonly name?: string; readonly every_km?: number | null; readonly every_hours?: number | null; readonly every_days?: number | null }; answer: ClientMaintenanceTask; speakers: 'client' }
  /** Delete a service with its history */
  deleteClientServicesById: { params: { readonly id: string }; body: undefined; answer: undefined; speakers: 'client' }
  /** Record a completed service */
  postClientServicesByIdDone: { params: { readonly id: string }; body: { /** Unix seconds; now unless said. */ readonly done_at?: number; /** Kilometres. */ readonly mileage?: number; /** Hours. */ readonly engine_hours?: number; readonly note?: string | null; readonly cost?: number | null; readonly currency?: string | null }; answer: ClientServiceVisit; speakers: 'client' }
  /** List a service’s history, newest first */
  getClientServicesByIdHistory: { params: { readonly id: string }; body: undefined; answer: readonly (ClientServiceVisit)[]; speakers: 'client' }
  /** List additional maps */
  getClientMapProviders: { params: { readonly language?: "en" | "de" }; body: undefined; answer: readonly (ClientMapProvider)[]; speakers: 'client' }
  /** List the own subscriptions, those that are over too */
  getClientSubscriptions: { params: undefined; body: undefined; answer: readonly (ClientOwnSubscription)[]; speakers: 'client' }
  /** List the free plan and those that can be bought, with what each gives */
  getClientSubscriptionOffers: { params: undefined; body: undefined; answer: readonly (ClientOwnOffer)[]; speakers: 'client' }
  /** List what was ordered, the newest first */
  getClientSubscriptionOrders: { params: undefined; body: undefined; answer: readonly (ClientOwnOrder)[]; speakers: 'client' }
  /** Order a subscription and get the page to pay it on */
  postClientSubscriptionOrders: { params: undefined; body: { /** consumer_app or pet_app. */ readonly app_id: string; /** A plan of `GET /subscription-offers` that has an amount. */ readonly plan: string; /** For how long; 1 if not given. */ readonly months?: number }; answer: ClientPlacedOrder; speakers: 'client' }
  /** Ask the card processor whether an order is paid, and begin it if it is */
  postClientSubscriptionOrdersByIdLook: { params: { readonly id: string }; body: undefined; answer: ClientOwnOrder; speakers: 'client' }
  /** List share links, newest first */
  getClientShares: { params: undefined; body: undefined; answer: readonly (ClientShare)[]; speakers: 'client' }
  /** Create a share link */
  postClientShares: { params: undefined; body: { /** Ids of units. */ readonly units: readonly (number)[]; readonly title?: string | null; /** Unix seconds; at most 366 days ahead. */ readonly until: number; /** Also show the track of the last 2 hours, since the link was created. Default: false. */ readonly show_trail?: boolean }; answer: ClientShare; speakers: 'client' }
  /** Read a share link */
  getClientSharesById: { params: { readonly id: string }; body: undefined; answer: ClientShare; speakers: 'client' }
  /** Change the expiry or title of a share link */
  patchClientSharesById: { params: { readonly id: string }; body: { readonly title?: string | null; /** Unix seconds; at most 366 days ahead. */ readonly until?: number }; answer: ClientShare; speakers: 'client' }
  /** Revoke a share link */
  deleteClientSharesById: { params: { readonly id: string }; body: undefined; answer: undefined; speakers: 'client' }
  /** Read the set-up SMS for a unit’s tracker */
  getClientUnitsByIdSetup: { params: { readonly id: number; readonly apn?: string }; body: undefined; answer: ClientSetup; speakers: 'client' }
  /** Read a unit’s connection log */
  getClientUnitsByIdConnections: { params: { readonly id: number }; body: undefined; answer: readonly (ClientConnection)[]; speakers: 'client' }
  /** Read how long assets stayed at each place, by day */
  getClientDwellReport: { params: { readonly from: number; readonly to: number; readonly of?: "asset" | "category" | "label"; readonly at?: "gateway" | "room" | "floor" | "building" | "geofence"; readonly tz?: string; readonly category?: string; readonly label_id?: string; readonly format?: "json" | "csv" }; body: undefined; answer: ClientDwellReport; speakers: 'client' }
  /** List an asset’s stays in chronological order */
  getClientAssetsByIdStays: { params: { readonly id: number; readonly from: number; readonly to: number }; body: undefined; answer: readonly (ClientStay)[]; speakers: 'client' }
  /** List stationary units and since when */
  getClientStanding: { params: undefined; body: undefined; answer: readonly (ClientStanding)[]; speakers: 'client' }
  /** Read a unit’s timeline: trips, stops, track and graphs */
  getClientUnitsByIdTimeline: { params: { readonly id: number; readonly from: number; readonly to: number; readonly points?: number; readonly series?: string }; body: undefined; answer: ClientTimeline; speakers: 'client' }
  /** Download a unit’s track */
  getClientUnitsByIdTrack: { params: { readonly id: number; readonly from: number; readonly to: number; readonly format: "gpx" | "kml" | "geojson" | "csv"; readonly tz?: string }; body: undefined; answer: undefined; speakers: 'client' }
  /** List trips, stops and gaps of one or more units */
  getClientTrips: { params: { readonly from: number; readonly to: number; readonly unit_ids?: string; readonly group_id?: string; readonly kind?: "trip" | "stop" | "gap" }; body: undefined; answer: readonly (ClientTrip)[]; speakers: 'client' }
  /** Read a trip, a stop or a gap */
  getClientTripsById: { params: { readonly id: string }; body: undefined; answer: ClientTrip; speakers: 'client' }
  /** Read a unit’s fuel: level, fillings, drains and consumption */
  getClientUnitsByIdFuel: { params: { readonly id: number; readonly from: number; readonly to: number }; body: undefined; answer: ClientFuel; speakers: 'client' }
  /** Read distance, times and speeds by day, week or month */
  getClientStatistics: { params: { readonly from: number; readonly to: number; readonly unit_ids?: string; readonly group_id?: string; readonly by?: "day" | "week" | "month"; readonly tz?: string }; body: undefined; answer: ClientStatistics; speakers: 'client' }
  /** Say what is worth knowing of a unit beside what it reports */
  putClientUnitsByIdExtraData: { params: { readonly id: number }; body: { readonly extra_data: readonly ({ readonly label: string; readonly value: string; readonly icon?: string | null; /** Whether it is shown on the card of the unit; false unless said. */ readonly showOnCard?: boolean })[] }; answer: ClientUnit; speakers: 'client' }
  /** Hear of positions as they come */
  getClientLive: { params: { readonly last_event_id?: string }; body: undefined; answer: undefined; speakers: 'client' }
  /** Hear of the units of a link as they move */
  getSharedLive: { params: undefined; body: undefined; answer: undefined; speakers: 'client' }
  /** Sign in */
  postConsoleSessions: { params: undefined; body: { /** The e-mail address. */ readonly login: string; readonly password: string; /** Of the second factor, or a recovery code, if the person has one. */ readonly code?: string }; answer: ConsoleOpenedConsoleSession; speakers: 'console' }
  /** List sessions */
  getConsoleSessions: { params: undefined; body: undefined; answer: readonly (ConsoleSession)[]; speakers: 'console' }
  /** Ask for a link to choose a new password */
  postConsoleReset: { params: undefined; body: { readonly email: string }; answer: { /** Where the mail went. */ readonly email: string }; speakers: 'console' }
  /** Choose a new password with the link of the mail */
  postConsoleResetConfirm: { params: undefined; body: { /** From the link in the mail. */ readonly token: string; readonly password: string }; answer: { readonly result: boolean }; speakers: 'console' }
  /** Accept an invitation with the link of the mail */
  postConsoleInvitationsAccept: { params: undefined; body: { /** From the link in the mail. */ readonly token: string; readonly password: string }; answer: ConsoleOpenedConsoleSession; speakers: 'console' }
  /** Read who is signed in, with its dealer and rights */
  getConsoleMe: { params: undefined; body: undefined; answer: ConsoleMe; speakers: 'console' }
  /** Sign out */
  deleteConsoleSessionsCurrent: { params: undefined; body: undefined; answer: undefined; speakers: 'console' }
  /** End a session */
  deleteConsoleSessionsById: { params: { readonly id: string }; body: undefined; answer: undefined; speakers: 'console' }
  /** Change the password */
  putConsolePassword: { params: undefined; body: { /** The present password. */ readonly current: string; readonly password: string }; answer: { readonly result: boolean }; speakers: 'console' }
  /** Begin a second factor */
  postConsoleTotp: { params: undefined; body: undefined; answer: { /** In base 32. */ readonly secret: string; /** `otpauth://…` */ readonly uri: string }; speakers: 'console' }
  /** Confirm the second factor with a code */
  putConsoleTotp: { params: undefined; body: { readonly code: string }; answer: { readonly recovery_codes: readonly (string)[] }; speakers: 'console' }
  /** Remove the second factor */
  deleteConsoleTotp: { params: undefined; body: { /** The present one. */ readonly password: string }; answer: undefined; speakers: 'console' }
  /** Read who is signed in */
  getOperatorMe: { params: undefined; body: undefined; answer: OperatorConsoleMe; speakers: 'operator' }
  /** List dealers */
  getOperatorDealers: { params: { readonly verified?: boolean; readonly suspended?: boolean; readonly q?: string; readonly ids?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string }; body: undefined; answer: readonly (OperatorDealer)[]; speakers: 'operator' }
  /** Create a dealer */
  postOperatorDealers: { params: undefined; body: { readonly name: string; /** Of its first access token, and of what its people are answered in. */ readonly dialect: "provider" | "partner"; /** True: approves its profile and verifies its billing details. */ readonly verified?: boolean; /** Invited by mail as the first owner of the team. */ readonly owner?: { /** An e-mail address. */ readonly email: string; readonly name?: string } }; answer: OperatorCreatedDealer; speakers: 'operator' }
  /** Read a dealer */
  getOperatorDealersById: { params: { readonly id: number }; body: undefined; answer: OperatorDealer; speakers: 'operator' }
  /** Verify a dealer’s billing details and record its agreement to the offer */
  postOperatorDealersByIdVerify: { params: { readonly id: number }; body: undefined; answer: OperatorDealer; speakers: 'operator' }
  /** Suspend a dealer */
  postOperatorDealersByIdSuspend: { params: { readonly id: number }; body: undefined; answer: OperatorDealer; speakers: 'operator' }
  /** Reinstate a suspended dealer */
  postOperatorDealersByIdResume: { params: { readonly id: number }; body: undefined; answer: OperatorDealer; speakers: 'operator' }
  /** List company profiles waiting for review, with their changes */
  getOperatorReviews: { params: undefined; body: undefined; answer: readonly (OperatorReview)[]; speakers: 'operator' }
  /** Approve a company profile with its pending change */
  postOperatorReviewsByIdApprove: { params: { readonly id: number }; body: undefined; answer: OperatorReview; speakers: 'operator' }
  /** Reject the pending change of a company profile */
  postOperatorReviewsByIdReject: { params: { readonly id: number }; body: undefined; answer: OperatorReview; speakers: 'operator' }
  /** List billing details waiting for verification */
  getOperatorPaymentInformation: { params: undefined; body: undefined; answer: readonly (OperatorWaitingPaymentInformation)[]; speakers: 'operator' }
  /** List applications with their quotas and modules */
  getOperatorApplications: { params: undefined; body: undefined; answer: readonly (OperatorManagedApplication)[]; speakers: 'operator' }
  /** List provider plans, including former ones */
  getOperatorProviderPlans: { params: undefined; body: undefined; answer: readonly (OperatorOfferedPlan)[]; speakers: 'operator' }
  /** Create a provider plan */
  postOperatorProviderPlans: { params: undefined; body: { readonly app_id: string; readonly name: string; /** `trial`: open to dealers whose payment information is not verified yet. */ readonly type: "managed" | "trial"; readonly description?: string; /** Per month, in whole units of the currency. */ readonly price: number; /** Three small letters of a currency. */ readonly currency: string; readonly limits: Readonly<Record<string, { readonly default: number; readonly max: number; readonly min: number; readonly step: number }>>; readonly modules: readonly (string)[] }; answer: OperatorOfferedPlan; speakers: 'operator' }
  /** Archive or reopen a provider plan */
  patchOperatorProviderPlansById: { params: { readonly id: string }; body: { /** Only plans that are `new` or `active` can found client plans. */ readonly status: "new" | "active" | "archived" | "deprecated" | "expired" }; answer: OperatorOfferedPlan; speakers: 'operator' }
  /** List service fees */
  getOperatorServicePlans: { params: undefined; body: undefined; answer: readonly (OperatorOfferedServicePlan)[]; speakers: 'operator' }
  /** Create a service fee */
  postOperatorServicePlans: { params: undefined; body: { readonly app_id: string; readonly name: string; readonly description?: string; /** Per month, in whole units of the currency. */ readonly price: number; /** Three small letters of a currency. */ readonly currency: string }; answer: OperatorOfferedServicePlan; speakers: 'operator' }
  /** End a service fee */
  postOperatorServicePlansByIdEnd: { params: { readonly id: string }; body: undefined; answer: OperatorOfferedServicePlan; speakers: 'operator' }
  /** List subscription plans for clients */
  getOperatorSubscriptionPlans: { params: undefined; body: undefined; answer: readonly (OperatorOfferedSubscription)[]; speakers: 'operator' }
  /** Set the monthly price of a subscription plan, or take it off sale */
  patchOperatorSubscriptionPlansByAppIdByName: { params: { readonly app_id: string; readonly name: string }; body: { readonly price: number | null; readonly currency: string | null }; answer: OperatorOfferedSubscription; speakers: 'operator' }
  /** Read the device catalogue with unit counts */
  getOperatorCatalogue: { params: undefined; body: undefined; answer: OperatorCatalogue; speakers: 'operator' }
  /** List unclaimed devices, newest first */
  getOperatorLobby: { params: { readonly limit?: number }; body: undefined; answer: readonly (OperatorLobbyEntry)[]; speakers: 'operator' }
  /** List jobs and how far they lag */
  getOperatorJobs: { params: undefined; body: undefined; answer: readonly (OperatorJob)[]; speakers: 'operator' }
  /** List mails in the outbox */
  getOperatorMails: { params: { readonly state?: "waiting" | "sent" | "failed" | "kept"; readonly q?: string; readonly fields?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: string }; body: undefined; answer: readonly (OperatorPostedMail)[]; speakers: 'operator' }
  /** Retry a failed mail */
  postOperatorMailsByIdRetry: { params: { readonly id: number }; body: undefined; answer: OperatorPostedMail; speakers: 'operator' }
  /** Read the state of storage, ingest and mail */
  getOperatorHealth: { params: undefined; body: undefined; answer: OperatorHealth; speakers: 'operator' }
  /** List backups in the data folder, newest first */
  getOperatorBackups: { params: undefined; body: undefined; answer: readonly (OperatorBackup)[]; speakers: 'operator' }
  /** Start a backup */
  postOperatorBackups: { params: undefined; body: undefined; answer: OperatorStartedBackup; speakers: 'operator' }
}

type Path = readonly [method: string, path: string, unwrap: 'data' | 'first' | 'bare']

/** By operation and by who speaks it: the method, the path, and what is taken out of the answer. */
export type Paths = { readonly [Name in keyof Operations]?: Readonly<Partial<Record<string, Path>>> }

/** The two consoles and the client's application each load their own paths only. */
export const consolePaths: Paths = {
  postAccounts: { provider: ['POST', '/provider/accounts', 'bare'], partner: ['POST', '/partner/accounts', 'data'] },
  getAccounts: { provider: ['GET', '/provider/accounts', 'data'], partner: ['GET', '/partner/accounts', 'data'] },
  postAccountsManaged: { provider: ['POST', '/provider/accounts/managed', 'bare'], partner: ['POST', '/partner/accounts/managed', 'data'] },
  getAccountsCount: { provider: ['GET', '/provider/accounts/count', 'bare'], partner: ['GET', '/partner/accounts/count', 'data'] },
  getAccountsUsage: { provider: ['GET', '/provider/accounts/usage', 'bare'], partner: ['GET', '/partner/accounts/usage', 'data'] },
  getAccountsById: { provider: ['GET', '/provider/accounts/{id}', 'bare'], partner: ['GET', '/partner/accounts/{id}', 'data'] },
  patchAccountsById: { provider: ['PATCH', '/provider/accounts/{id}', 'bare'], partner: ['PATCH', '/partner/accounts/{id}', 'data'] },
  deleteAccountsById: { provider: ['DELETE', '/provider/accounts/{id}', 'bare'], partner: ['DELETE', '/partner/accounts/{id}', 'data'] },
  postAccountsByIdDetach: { provider: ['POST', '/provider/accounts/{id}/detach', 'bare'], partner: ['POST', '/partner/accounts/{id}/detach', 'data'] },
  putAccountsByIdActivate: { provider: ['PUT', '/provider/accounts/{id}/activate', 'bare'] },
  putAccountsByIdClientPlan: { provider: ['PUT', '/provider/accounts/{id}/client-plan', 'bare'], partner: ['PUT', '/partner/accounts/{id}/client-plan', 'data'] },
  postAccountsByIdClientPlan: { provider: ['POST', '/provider/accounts/{id}/client-plan', 'bare'], partner: ['POST', '/partner/accounts/{id}/client-plan', 'data'] },
  patchAccountsByIdSetBlocked: { provider: ['PATCH', '/provider/accounts/{id}/set-blocked', 'bare'], partner: ['PATCH', '/partner/accounts/{id}/set-blocked', 'data'] },
  patchAccountsByIdSetBlockedAt: { provider: ['PATCH', '/provider/accounts/{id}/set-blocked-at', 'bare'], partner: ['PATCH', '/partner/accounts/{id}/set-blocked-at', 'data'] },
  patchAccountsByIdSetPaymentLifecycle: { provider: ['PATCH', '/provider/accounts/{id}/set-payment-lifecycle', 'bare'] },
  getAccountsByIdVisits: { provider: ['GET', '/provider/accounts/{id}/visits', 'bare'], partner: ['GET', '/partner/accounts/{id}/visits', 'data'] },
  getAccountsByIdLimits: { provider: ['GET', '/provider/accounts/{id}/limits', 'bare'], partner: ['GET', '/partner/accounts/{id}/limits', 'data'] },
  getAccountsByIdSubscriptions: { provider: ['GET', '/provider/accounts/{id}/subscriptions', 'bare'], partner: ['GET', '/partner/accounts/{id}/subscriptions', 'data'] },
  postAccountsByIdSubscriptions: { provider: ['POST', '/provider/accounts/{id}/subscriptions', 'bare'], partner: ['POST', '/partner/accounts/{id}/subscriptions', 'data'] },
  getSubscriptionOffers: { provider: ['GET', '/provider/subscription-offers', 'bare'], partner: ['GET', '/partner/subscription-offers', 'data'] },
  getInvitations: { provider: ['GET', '/provider/invitations', 'bare'], partner: ['GET', '/partner/invitations', 'data'] },
  postInvitations: { provider: ['POST', '/provider/invitations', 'bare'], partner: ['POST', '/partner/invitations', 'data'] },
  deleteInvitationsById: { provider: ['DELETE', '/provider/invitations/{id}', 'bare'], partner: ['DELETE', '/partner/invitations/{id}', 'data'] },
  getIntakeTokens: { provider: ['GET', '/provider/intake-tokens', 'bare'], partner: ['GET', '/partner/intake-tokens', 'data'] },
  postIntakeTokens: { provider: ['POST', '/provider/intake-tokens', 'bare'], partner: ['POST', '/partner/intake-tokens', 'data'] },
  deleteIntakeTokensById: { provider: ['DELETE', '/provider/intake-tokens/{id}', 'bare'], partner: ['DELETE', '/partner/intake-tokens/{id}', 'data'] },
  getAccountsByIdExplain: { provider: ['GET', '/provider/accounts/{id}/explain', 'bare'], partner: ['GET', '/partner/accounts/{id}/explain', 'data'] },
  postLifecycleSimulate: { provider: ['POST', '/provider/lifecycle/simulate', 'bare'], partner: ['POST', '/partner/lifecycle/simulate', 'data'] },
  getUsers: { provider: ['GET', '/provider/users', 'bare'], partner: ['GET', '/partner/users', 'data'] },
  patchUsersById: { provider: ['PATCH', '/provider/users/{id}', 'bare'], partner: ['PATCH', '/partner/users/{id}', 'data'] },
  putUsersByIdPassword: { provider: ['PUT', '/provider/users/{id}/password', 'bare'], partner: ['PUT', '/partner/users/{id}/password', 'data'] },
  putUsersByIdAppTokenByAppId: { provider: ['PUT', '/provider/users/{id}/appToken/{app_id}', 'bare'], partner: ['PUT', '/partner/users/{id}/appToken/{app_id}', 'data'] },
  getUsersByIdAppTokenByAppId: { provider: ['GET', '/provider/users/{id}/appToken/{app_id}', 'bare'], partner: ['GET', '/partner/users/{id}/appToken/{app_id}', 'data'] },
  postUnits: { provider: ['POST', '/provider/units', 'bare'], partner: ['POST', '/partner/units', 'data'] },
  getUnits: { provider: ['GET', '/provider/units', 'bare'], partner: ['GET', '/partner/units', 'data'] },
  postUnitsImport: { provider: ['POST', '/provider/units/import', 'bare'], partner: ['POST', '/partner/units/import', 'data'] },
  getUnitsCount: { provider: ['GET', '/provider/units/count', 'data'], partner: ['GET', '/partner/units/count', 'data'] },
  getUnitsById: { provider: ['GET', '/provider/units/{id}', 'bare'], partner: ['GET', '/partner/units/{id}', 'data'] },
  patchUnitsById: { provider: ['PATCH', '/provider/units/{id}', 'bare'], partner: ['PATCH', '/partner/units/{id}', 'data'] },
  deleteUnitsById: { provider: ['DELETE', '/provider/units/{id}', 'bare'], partner: ['DELETE', '/partner/units/{id}', 'data'] },
  getUnitsByIdMessages: { provider: ['GET', '/provider/units/{id}/messages', 'data'], partner: ['GET', '/partner/units/{id}/messages', 'data'] },
  getUnitsByIdTelemetry: { provider: ['GET', '/provider/units/{id}/telemetry', 'data'], partner: ['GET', '/partner/units/{id}/telemetry', 'data'] },
  getUnitsByIdConnections: { provider: ['GET', '/provider/units/{id}/connections', 'bare'], partner: ['GET', '/partner/units/{id}/connections', 'data'] },
  getUnitsByIdChannel: { provider: ['GET', '/provider/units/{id}/channel', 'data'], partner: ['GET', '/partner/units/{id}/channel', 'data'] },
  getUnitsByIdSourceNetworks: { provider: ['GET', '/provider/units/{id}/source-networks', 'bare'], partner: ['GET', '/partner/units/{id}/source-networks', 'data'] },
  putUnitsByIdSourceNetworks: { provider: ['PUT', '/provider/units/{id}/source-networks', 'bare'], partner: ['PUT', '/partner/units/{id}/source-networks', 'data'] },
  getUnitsByIdSetup: { provider: ['GET', '/provider/units/{id}/setup', 'data'], partner: ['GET', '/partner/units/{id}/setup', 'data'] },
  getUnitsByIdTraffic: { provider: ['GET', '/provider/units/{id}/traffic', 'data'], partner: ['GET', '/partner/units/{id}/traffic', 'data'] },
  postUnitsSensors: { provider: ['POST', '/provider/units/sensors', 'bare'] },
  postUnitsAssets: { provider: ['POST', '/provider/units/assets', 'bare'] },
  putUnitsByIdLink: { provider: ['PUT', '/provider/units/{id}/link', 'bare'] },
  putUnitsByIdCategory: { provider: ['PUT', '/provider/units/{id}/category', 'bare'] },
  getUnitsByIdPlace: { provider: ['GET', '/provider/units/{id}/place', 'bare'] },
  putUnitsByIdPlace: { provider: ['PUT', '/provider/units/{id}/place', 'bare'] },
  getUnitsByIdCommandsAvailable: { provider: ['GET', '/provider/units/{id}/commands/available', 'bare'], partner: ['GET', '/partner/units/{id}/commands/available', 'data'] },
  postUnitsByIdCommands: { provider: ['POST', '/provider/units/{id}/commands', 'bare'], partner: ['POST', '/partner/units/{id}/commands', 'data'] },
  getUnitsByIdCommands: { provider: ['GET', '/provider/units/{id}/commands', 'bare'], partner: ['GET', '/partner/units/{id}/commands', 'data'] },
  getUnitsByIdCommandsByCommandId: { provider: ['GET', '/provider/units/{id}/commands/{command_id}', 'bare'], partner: ['GET', '/partner/units/{id}/commands/{command_id}', 'data'] },
  deleteUnitsByIdCommandsByCommandId: { provider: ['DELETE', '/provider/units/{id}/commands/{command_id}', 'bare'], partner: ['DELETE', '/partner/units/{id}/commands/{command_id}', 'data'] },
  getLobby: { provider: ['GET', '/provider/lobby', 'bare'], partner: ['GET', '/partner/lobby', 'data'] },
  postLobbyByIdClaim: { provider: ['POST', '/provider/lobby/{id}/claim', 'bare'], partner: ['POST', '/partner/lobby/{id}/claim', 'data'] },
  getClientPlansModules: { provider: ['GET', '/provider/client-plans/modules', 'bare'], partner: ['GET', '/partner/client-plans/modules', 'data'] },
  postClientPlans: { provider: ['POST', '/provider/client-plans', 'bare'], partner: ['POST', '/partner/client-plans', 'data'] },
  getClientPlans: { provider: ['GET', '/provider/client-plans', 'bare'], partner: ['GET', '/partner/client-plans', 'data'] },
  getClientPlansById: { provider: ['GET', '/provider/client-plans/{id}', 'bare'], partner: ['GET', '/partner/client-plans/{id}', 'first'] },
  deleteClientPlansById: { provider: ['DELETE', '/provider/client-plans/{id}', 'bare'], partner: ['DELETE', '/partner/client-plans/{id}', 'data'] },
  patchClientPlansByIdPaymentLifecycle: { provider: ['PATCH', '/provider/client-plans/{id}/payment-lifecycle', 'bare'] },
  postClientPlansByIdPaymentLifecycle: { provider: ['POST', '/provider/client-plans/{id}/payment-lifecycle', 'bare'] },
  getCompany: { provider: ['GET', '/provider/company', 'data'], partner: ['GET', '/partner/company', 'data'] },
  patchCompany: { provider: ['PATCH', '/provider/company', 'bare'], partner: ['PATCH', '/partner/company', 'data'] },
  getCompanyReview: { provider: ['GET', '/provider/company/review', 'bare'], partner: ['GET', '/partner/company/review', 'data'] },
  getCompanySourceNetworks: { provider: ['GET', '/provider/company/source-networks', 'bare'], partner: ['GET', '/partner/company/source-networks', 'data'] },
  putCompanySourceNetworks: { provider: ['PUT', '/provider/company/source-networks', 'bare'], partner: ['PUT', '/partner/company/source-networks', 'data'] },
  getCompanyPaymentInfo: { provider: ['GET', '/provider/company/payment-info', 'bare'], partner: ['GET', '/partner/company/payment-info', 'data'] },
  getPaymentInformation: { provider: ['GET', '/provider/payment-information', 'bare'], partner: ['GET', '/partner/payment-information', 'data'] },
  patchPaymentInformation: { provider: ['PATCH', '/provider/payment-information', 'bare'], partner: ['PATCH', '/partner/payment-information', 'data'] },
  getBrand: { provider: ['GET', '/provider/brand', 'bare'], partner: ['GET', '/partner/brand', 'data'] },
  patchBrand: { provider: ['PATCH', '/provider/brand', 'bare'], partner: ['PATCH', '/partner/brand', 'data'] },
  getEvents: { provider: ['GET', '/provider/events', 'bare'], partner: ['GET', '/partner/events', 'data'] },
  getWebhooks: { provider: ['GET', '/provider/webhooks', 'bare'], partner: ['GET', '/partner/webhooks', 'data'] },
  postWebhooks: { provider: ['POST', '/provider/webhooks', 'bare'], partner: ['POST', '/partner/webhooks', 'data'] },
  getWebhooksById: { provider: ['GET', '/provider/webhooks/{id}', 'bare'], partner: ['GET', '/partner/webhooks/{id}', 'data'] },
  patchWebhooksById: { provider: ['PATCH', '/provider/webhooks/{id}', 'bare'], partner: ['PATCH', '/partner/webhooks/{id}', 'data'] },
  deleteWebhooksById: { provider: ['DELETE', '/provider/webhooks/{id}', 'bare'], partner: ['DELETE', '/partner/webhooks/{id}', 'data'] },
  postWebhooksByIdRotateSecret: { provider: ['POST', '/provider/webhooks/{id}/rotate-secret', 'bare'], partner: ['POST', '/partner/webhooks/{id}/rotate-secret', 'data'] },
  postWebhooksByIdTest: { provider: ['POST', '/provider/webhooks/{id}/test', 'bare'], partner: ['POST', '/partner/webhooks/{id}/test', 'data'] },
  postWebhooksByIdReplay: { provider: ['POST', '/provider/webhooks/{id}/replay', 'bare'], partner: ['POST', '/partner/webhooks/{id}/replay', 'data'] },
  getWebhooksByIdDeliveries: { provider: ['GET', '/provider/webhooks/{id}/deliveries', 'bare'], partner: ['GET', '/partner/webhooks/{id}/deliveries', 'data'] },
  getStaff: { provider: ['GET', '/provider/staff', 'bare'], partner: ['GET', '/partner/staff', 'data'] },
  postStaff: { provider: ['POST', '/provider/staff', 'bare'], partner: ['POST', '/partner/staff', 'data'] },
  patchStaffById: { provider: ['PATCH', '/provider/staff/{id}', 'bare'], partner: ['PATCH', '/partner/staff/{id}', 'data'] },
  deleteStaffById: { provider: ['DELETE', '/provider/staff/{id}', 'bare'], partner: ['DELETE', '/partner/staff/{id}', 'data'] },
  getTokens: { provider: ['GET', '/provider/tokens', 'bare'], partner: ['GET', '/partner/tokens', 'data'] },
  postTokens: { provider: ['POST', '/provider/tokens', 'bare'], partner: ['POST', '/partner/tokens', 'data'] },
  deleteTokensById: { provider: ['DELETE', '/provider/tokens/{id}', 'bare'], partner: ['DELETE', '/partner/tokens/{id}', 'data'] },
  getAudit: { provider: ['GET', '/provider/audit', 'bare'], partner: ['GET', '/partner/audit', 'data'] },
  getRequests: { provider: ['GET', '/provider/requests', 'bare'], partner: ['GET', '/partner/requests', 'data'] },
  getToday: { provider: ['GET', '/provider/today', 'bare'], partner: ['GET', '/partner/today', 'data'] },
  getBillingPlansByAppId: { provider: ['GET', '/billing/plans/{app_id}', 'bare'], partner: ['GET', '/billing/plans/{app_id}', 'data'] },
  getBillingManagedPlansByAppId: { provider: ['GET', '/billing/managed-plans/{app_id}', 'bare'], partner: ['GET', '/billing/managed-plans/{app_id}', 'data'] },
  getBillingServicePlansByAppId: { provider: ['GET', '/billing/service-plans/{app_id}', 'bare'], partner: ['GET', '/billing/service-plans/{app_id}', 'data'] },
  getBillingCardpayPayments: { provider: ['GET', '/billing/cardpay-payments', 'bare'], partner: ['GET', '/billing/cardpay-payments', 'data'] },
  postBillingCardpayPayments: { provider: ['POST', '/billing/cardpay-payments', 'bare'], partner: ['POST', '/billing/cardpay-payments', 'data'] },
  postBillingCardpayPaymentsByPaymentIdSend: { provider: ['POST', '/billing/cardpay-payments/{payment_id}/send', 'bare'], partner: ['POST', '/billing/cardpay-payments/{payment_id}/send', 'data'] },
  postBillingCardpayPaymentsByPaymentIdExpire: { provider: ['POST', '/billing/cardpay-payments/{payment_id}/expire', 'bare'], partner: ['POST', '/billing/cardpay-payments/{payment_id}/expire', 'data'] },
  getBillingCardpayPaymentsByPaymentIdItems: { provider: ['GET', '/billing/cardpay-payments/{payment_id}/items', 'bare'], partner: ['GET', '/billing/cardpay-payments/{payment_id}/items', 'data'] },
  getBillingSecretKey: { provider: ['GET', '/billing/secret-key', 'bare'], partner: ['GET', '/billing/secret-key', 'data'] },
  postBillingSecretKey: { provider: ['POST', '/billing/secret-key', 'bare'], partner: ['POST', '/billing/secret-key', 'data'] },
  getBillingCardpayInvoice: { provider: ['GET', '/billing/cardpay-invoice', 'bare'] },
  getBillingCustomerPortal: { provider: ['GET', '/billing/customer-portal', 'bare'] },
  getClientHardwareDevices: { provider: ['GET', '/client/hardware/devices', 'data'], partner: ['GET', '/client/hardware/devices', 'data'] },
  getClientHardwareManufacturers: { provider: ['GET', '/client/hardware/manufacturers', 'data'], partner: ['GET', '/client/hardware/manufacturers', 'data'] },
  getPlatformHardwareDevices: { provider: ['GET', '/platform/hardware/devices', 'data'], partner: ['GET', '/platform/hardware/devices', 'data'] },
  getPlatformHardwareManufacturers: { provider: ['GET', '/platform/hardware/manufacturers', 'data'], partner: ['GET', '/platform/hardware/manufacturers', 'data'] },
  getBillingCardpayInvoiceByAppId: { partner: ['GET', '/billing/cardpay-invoice/{app_id}', 'data'] },
  getBillingCustomerPortalByAppId: { partner: ['GET', '/billing/customer-portal/{app_id}', 'data'] },
  postConsoleSessions: { console: ['POST', '/console/sessions', 'bare'] },
  getConsoleSessions: { console: ['GET', '/console/sessions', 'bare'] },
  postConsoleReset: { console: ['POST', '/console/reset', 'bare'] },
  postConsoleResetConfirm: { console: ['POST', '/console/reset/confirm', 'bare'] },
  postConsoleInvitationsAccept: { console: ['POST', '/console/invitations/accept', 'bare'] },
  getConsoleMe: { console: ['GET', '/console/me', 'bare'] },
  deleteConsoleSessionsCurrent: { console: ['DELETE', '/console/sessions/current', 'bare'] },
  deleteConsoleSessionsById: { console: ['DELETE', '/console/sessions/{id}', 'bare'] },
  putConsolePassword: { console: ['PUT', '/console/password', 'bare'] },
  postConsoleTotp: { console: ['POST', '/console/totp', 'bare'] },
  putConsoleTotp: { console: ['PUT', '/console/totp', 'bare'] },
  deleteConsoleTotp: { console: ['DELETE', '/console/totp', 'bare'] },
  getOperatorMe: { operator: ['GET', '/operator/me', 'bare'] },
  getOperatorDealers: { operator: ['GET', '/operator/dealers', 'bare'] },
  postOperatorDealers: { operator: ['POST', '/operator/dealers', 'bare'] },
  getOperatorDealersById: { operator: ['GET', '/operator/dealers/{id}', 'bare'] },
  postOperatorDealersByIdVerify: { operator: ['POST', '/operator/dealers/{id}/verify', 'bare'] },
  postOperatorDealersByIdSuspend: { operator: ['POST', '/operator/dealers/{id}/suspend', 'bare'] },
  postOperatorDealersByIdResume: { operator: ['POST', '/operator/dealers/{id}/resume', 'bare'] },
  getOperatorReviews: { operator: ['GET', '/operator/reviews', 'bare'] },
  postOperatorReviewsByIdApprove: { operator: ['POST', '/operator/reviews/{id}/approve', 'bare'] },
  postOperatorReviewsByIdReject: { operator: ['POST', '/operator/reviews/{id}/reject', 'bare'] },
  getOperatorPaymentInformation: { operator: ['GET', '/operator/payment-information', 'bare'] },
  getOperatorApplications: { operator: ['GET', '/operator/applications', 'bare'] },
  getOperatorProviderPlans: { operator: ['GET', '/operator/provider-plans', 'bare'] },
  postOperatorProviderPlans: { operator: ['POST', '/operator/provider-plans', 'bare'] },
  patchOperatorProviderPlansById: { operator: ['PATCH', '/operator/provider-plans/{id}', 'bare'] },
  getOperatorServicePlans: { operator: ['GET', '/operator/service-plans', 'bare'] },
  postOperatorServicePlans: { operator: ['POST', '/operator/service-plans', 'bare'] },
  postOperatorServicePlansByIdEnd: { operator: ['POST', '/operator/service-plans/{id}/end', 'bare'] },
  getOperatorSubscriptionPlans: { operator: ['GET', '/operator/subscription-plans', 'bare'] },
  patchOperatorSubscriptionPlansByAppIdByName: { operator: ['PATCH', '/operator/subscription-plans/{app_id}/{name}', 'bare'] },
  getOperatorCatalogue: { operator: ['GET', '/operator/catalogue', 'bare'] },
  getOperatorLobby: { operator: ['GET', '/operator/lobby', 'bare'] },
  getOperatorJobs: { operator: ['GET', '/operator/jobs', 'bare'] },
  getOperatorMails: { operator: ['GET', '/operator/mails', 'bare'] },
  postOperatorMailsByIdRetry: { operator: ['POST', '/operator/mails/{id}/retry', 'bare'] },
  getOperatorHealth: { operator: ['GET', '/operator/health', 'bare'] },
  getOperatorBackups: { operator: ['GET', '/operator/backups', 'bare'] },
  postOperatorBackups: { operator: ['POST', '/operator/backups', 'bare'] },
}

export const clientPaths: Paths = {
  postClientRegistration: { client: ['POST', '/client/registration', 'bare'] },
  postClientRegistrationConfirm: { client: ['POST', '/client/registration/confirm', 'bare'] },
  postClientSessions: { client: ['POST', '/client/sessions', 'bare'] },
  getClientSessions: { client: ['GET', '/client/sessions', 'bare'] },
  postClientSessionsService: { client: ['POST', '/client/sessions/service', 'bare'] },
  postClientPasswordResets: { client: ['POST', '/client/password-resets', 'bare'] },
  postClientPasswordResetsConfirm: { client: ['POST', '/client/password-resets/confirm', 'bare'] },
  postClientEmailConfirm: { client: ['POST', '/client/email/confirm', 'bare'] },
  getShared: { client: ['GET', '/shared', 'bare'] },
  getClientGateways: { client: ['GET', '/client/gateways', 'bare'] },
  getClientSensors: { client: ['GET', '/client/sensors', 'bare'] },
  getClientAssets: { client: ['GET', '/client/assets', 'bare'] },
  postClientAssets: { client: ['POST', '/client/assets', 'bare'] },
  getClientTagsById: { client: ['GET', '/client/tags/{id}', 'bare'] },
  getClientAssetCategories: { client: ['GET', '/client/asset-categories', 'bare'] },
  patchClientAssetsById: { client: ['PATCH', '/client/assets/{id}', 'bare'] },
  deleteClientAssetsById: { client: ['DELETE', '/client/assets/{id}', 'bare'] },
  getClientFloorsByIdAssets: { client: ['GET', '/client/floors/{id}/assets', 'bare'] },
  getClientBuildings: { client: ['GET', '/client/buildings', 'bare'] },
  postClientBuildings: { client: ['POST', '/client/buildings', 'bare'] },
  getClientBuildingsById: { client: ['GET', '/client/buildings/{id}', 'bare'] },
  patchClientBuildingsById: { client: ['PATCH', '/client/buildings/{id}', 'bare'] },
  deleteClientBuildingsById: { client: ['DELETE', '/client/buildings/{id}', 'bare'] },
  postClientBuildingsByIdFloors: { client: ['POST', '/client/buildings/{id}/floors', 'bare'] },
  getClientFloorsById: { client: ['GET', '/client/floors/{id}', 'bare'] },
  patchClientFloorsById: { client: ['PATCH', '/client/floors/{id}', 'bare'] },
  deleteClientFloorsById: { client: ['DELETE', '/client/floors/{id}', 'bare'] },
  putClientFloorsByIdPlan: { client: ['PUT', '/client/floors/{id}/plan', 'bare'] },
  getClientFloorsByIdPlan: { client: ['GET', '/client/floors/{id}/plan', 'bare'] },
  deleteClientFloorsByIdPlan: { client: ['DELETE', '/client/floors/{id}/plan', 'bare'] },
  putClientGatewaysByIdSpot: { client: ['PUT', '/client/gateways/{id}/spot', 'bare'] },
  deleteClientGatewaysByIdSpot: { client: ['DELETE', '/client/gateways/{id}/spot', 'bare'] },
  deleteClientSessionsCurrent: { client: ['DELETE', '/client/sessions/current', 'bare'] },
  deleteClientSessionsById: { client: ['DELETE', '/client/sessions/{id}', 'bare'] },
  getClientMe: { client: ['GET', '/client/me', 'bare'] },
  patchClientMe: { client: ['PATCH', '/client/me', 'bare'] },
  putClientServiceModeByAppId: { client: ['PUT', '/client/service-mode/{app_id}', 'bare'] },
  getClientVisits: { client: ['GET', '/client/visits', 'bare'] },
  getClientBills: { client: ['GET', '/client/bills', 'bare'] },
  getClientUnits: { client: ['GET', '/client/units', 'bare'] },
  getClientUnitsById: { client: ['GET', '/client/units/{id}', 'bare'] },
  getClientUnitsByIdTelemetry: { client: ['GET', '/client/units/{id}/telemetry', 'bare'] },
  getClientUnitsByIdMessages: { client: ['GET', '/client/units/{id}/messages', 'bare'] },
  getClientUnitsByIdChannel: { client: ['GET', '/client/units/{id}/channel', 'bare'] },
  getClientExport: { client: ['GET', '/client/export', 'bare'] },
  getClientUnitsByIdCommandsAvailable: { client: ['GET', '/client/units/{id}/commands/available', 'bare'] },
  postClientUnitsByIdCommands: { client: ['POST', '/client/units/{id}/commands', 'bare'] },
  getClientUnitsByIdCommands: { client: ['GET', '/client/units/{id}/commands', 'bare'] },
  getClientUnitsByIdCommandsByCommandId: { client: ['GET', '/client/units/{id}/commands/{command_id}', 'bare'] },
  deleteClientUnitsByIdCommandsByCommandId: { client: ['DELETE', '/client/units/{id}/commands/{command_id}', 'bare'] },
  putClientMePassword: { client: ['PUT', '/client/me/password', 'bare'] },
  putClientMeEmail: { client: ['PUT', '/client/me/email', 'bare'] },
  postClientMeTotp: { client: ['POST', '/client/me/totp', 'bare'] },
  putClientMeTotp: { client: ['PUT', '/client/me/totp', 'bare'] },
  deleteClientMeTotp: { client: ['DELETE', '/client/me/totp', 'bare'] },
  getClientGeofences: { client: ['GET', '/client/geofences', 'bare'] },
  postClientGeofences: { client: ['POST', '/client/geofences', 'bare'] },
  getClientGeofencesById: { client: ['GET', '/client/geofences/{id}', 'bare'] },
  patchClientGeofencesById: { client: ['PATCH', '/client/geofences/{id}', 'bare'] },
  deleteClientGeofencesById: { client: ['DELETE', '/client/geofences/{id}', 'bare'] },
  getClientGeofencesByIdEffect: { client: ['GET', '/client/geofences/{id}/effect', 'bare'] },
  getClientGeofencesInside: { client: ['GET', '/client/geofences/inside', 'bare'] },
  getClientGeofencesByIdInside: { client: ['GET', '/client/geofences/{id}/inside', 'bare'] },
  getClientGeofenceVisits: { client: ['GET', '/client/geofence-visits', 'bare'] },
  getClientEvents: { client: ['GET', '/client/events', 'bare'] },
  putClientEventsByIdAcknowledged: { client: ['PUT', '/client/events/{id}/acknowledged', 'bare'] },
  putClientEventsAcknowledged: { client: ['PUT', '/client/events/acknowledged', 'bare'] },
  getClientNotifications: { client: ['GET', '/client/notifications', 'bare'] },
  getClientNotificationsUnread: { client: ['GET', '/client/notifications/unread', 'bare'] },
  putClientNotificationsAcknowledged: { client: ['PUT', '/client/notifications/acknowledged', 'bare'] },
  getClientNotificationsById: { client: ['GET', '/client/notifications/{id}', 'bare'] },
  putClientNotificationsByIdAcknowledged: { client: ['PUT', '/client/notifications/{id}/acknowledged', 'bare'] },
  getClientNotificationRules: { client: ['GET', '/client/notification-rules', 'bare'] },
  postClientNotificationRules: { client: ['POST', '/client/notification-rules', 'bare'] },
  getClientNotificationRulesById: { client: ['GET', '/client/notification-rules/{id}', 'bare'] },
  patchClientNotificationRulesById: { client: ['PATCH', '/client/notification-rules/{id}', 'bare'] },
  deleteClientNotificationRulesById: { client: ['DELETE', '/client/notification-rules/{id}', 'bare'] },
  postClientNotificationRulesByIdTest: { client: ['POST', '/client/notification-rules/{id}/test', 'bare'] },
  getClientNotificationChannels: { client: ['GET', '/client/notification-channels', 'bare'] },
  postClientNotificationChannels: { client: ['POST', '/client/notification-channels', 'bare'] },
  patchClientNotificationChannelsById: { client: ['PATCH', '/client/notification-channels/{id}', 'bare'] },
  deleteClientNotificationChannelsById: { client: ['DELETE', '/client/notification-channels/{id}', 'bare'] },
  postClientNotificationChannelsByIdCode: { client: ['POST', '/client/notification-channels/{id}/code', 'bare'] },
  putClientNotificationChannelsByIdConfirmed: { client: ['PUT', '/client/notification-channels/{id}/confirmed', 'bare'] },
  postClientNotificationChannelsByIdTest: { client: ['POST', '/client/notification-channels/{id}/test', 'bare'] },
  getClientGroups: { client: ['GET', '/client/groups', 'bare'] },
  postClientGroups: { client: ['POST', '/client/groups', 'bare'] },
  getClientGroupsById: { client: ['GET', '/client/groups/{id}', 'bare'] },
  patchClientGroupsById: { client: ['PATCH', '/client/groups/{id}', 'bare'] },
  deleteClientGroupsById: { client: ['DELETE', '/client/groups/{id}', 'bare'] },
  getClientInvitations: { client: ['GET', '/client/invitations', 'bare'] },
  postClientInvitationsByIdAccept: { client: ['POST', '/client/invitations/{id}/accept', 'bare'] },
  postClientInvitationsByIdDecline: { client: ['POST', '/client/invitations/{id}/decline', 'bare'] },
  getClientLabels: { client: ['GET', '/client/labels', 'bare'] },
  postClientLabels: { client: ['POST', '/client/labels', 'bare'] },
  getClientLabelsById: { client: ['GET', '/client/labels/{id}', 'bare'] },
  patchClientLabelsById: { client: ['PATCH', '/client/labels/{id}', 'bare'] },
  deleteClientLabelsById: { client: ['DELETE', '/client/labels/{id}', 'bare'] },
  putClientUnitsByIdLabels: { client: ['PUT', '/client/units/{id}/labels', 'bare'] },
  getClientMaintenance: { client: ['GET', '/client/maintenance', 'bare'] },
  getClientUnitsByIdCounters: { client: ['GET', '/client/units/{id}/counters', 'bare'] },
  patchClientUnitsByIdCounters: { client: ['PATCH', '/client/units/{id}/counters', 'bare'] },
  getClientUnitsByIdServices: { client: ['GET', '/client/units/{id}/services', 'bare'] },
  postClientUnitsByIdServices: { client: ['POST', '/client/units/{id}/services', 'bare'] },
  getClientServicesById: { client: ['GET', '/client/services/{id}', 'bare'] },
  patchClientServicesById: { client: ['PATCH', '/client/services/{id}', 'bare'] },
  deleteClientServicesById: { client: ['DELETE', '/client/services/{id}', 'bare'] },
  postClientServicesByIdDone: { client: ['POST', '/client/services/{id}/done', 'bare'] },
  getClientServicesByIdHistory: { client: ['GET', '/client/services/{id}/history', 'bare'] },
  getClientMapProviders: { client: ['GET', '/client/map-providers', 'bare'] },
  getClientSubscriptions: { client: ['GET', '/client/subscriptions', 'bare'] },
  getClientSubscriptionOffers: { client: ['GET', '/client/subscription-offers', 'bare'] },
  getClientSubscriptionOrders: { client: ['GET', '/client/subscription-orders', 'bare'] },
  postClientSubscriptionOrders: { client: ['POST', '/client/subscription-orders', 'bare'] },
  postClientSubscriptionOrdersByIdLook: { client: ['POST', '/client/subscription-orders/{id}/look', 'bare'] },
  getClientShares: { client: ['GET', '/client/shares', 'bare'] },
  postClientShares: { client: ['POST', '/client/shares', 'bare'] },
  getClientSharesById: { client: ['GET', '/client/shares/{id}', 'bare'] },
  patchClientSharesById: { client: ['PATCH', '/client/shares/{id}', 'bare'] },
  deleteClientSharesById: { client: ['DELETE', '/client/shares/{id}', 'bare'] },
  getClientUnitsByIdSetup: { client: ['GET', '/client/units/{id}/setup', 'bare'] },
  getClientUnitsByIdConnections: { client: ['GET', '/client/units/{id}/connections', 'bare'] },
  getClientDwellReport: { client: ['GET', '/client/dwell-report', 'bare'] },
  getClientAssetsByIdStays: { client: ['GET', '/client/assets/{id}/stays', 'bare'] },
  getClientStanding: { client: ['GET', '/client/standing', 'bare'] },
  getClientUnitsByIdTimeline: { client: ['GET', '/client/units/{id}/timeline', 'bare'] },
  getClientUnitsByIdTrack: { client: ['GET', '/client/units/{id}/track', 'bare'] },
  getClientTrips: { client: ['GET', '/client/trips', 'bare'] },
  getClientTripsById: { client: ['GET', '/client/trips/{id}', 'bare'] },
  getClientUnitsByIdFuel: { client: ['GET', '/client/units/{id}/fuel', 'bare'] },
  getClientStatistics: { client: ['GET', '/client/statistics', 'bare'] },
  putClientUnitsByIdExtraData: { client: ['PUT', '/client/units/{id}/extra-data', 'bare'] },
  getClientLive: { client: ['GET', '/client/live', 'bare'] },
  getSharedLive: { client: ['GET', '/shared/live', 'bare'] },
}
