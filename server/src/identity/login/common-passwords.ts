/** Passwords that guessers try first: eight characters or longer, in lower case. Pure. */
const list = `
password password1 password2 password3 password12 password123 password1234 password12345 password123456 password!
password1! password01 passw0rd passw0rd1 passw0rd! p@ssw0rd p@ssword p@ssword1 p@55w0rd pa$$word pa$$w0rd mypassword
newpassword thepassword passwords passwordpassword passpass passpass1 changeme changeme1 changeme123 changeit
letmein1 letmein! letmein123 letmeinnow welcome1 welcome2 welcome12 welcome123 welcome1234 welcome! welcome01
admin123 admin1234 admin12345 admin123456 administrator adminadmin admin@123 root1234 rootroot toor1234 guest1234
guestguest user1234 useruser test1234 test12345 testtest testing1 testing123 tester123 demo1234 demodemo temp1234
temppass temporary default1 default123 secret123 secret12 secretsecret topsecret mysecret 12345678 123456789
1234567890 12345678910 123456789a 1234567891 0123456789 012345678 01234567 87654321 987654321 9876543210 0987654321
098765432 11223344 1122334455 112233445566 12341234 123412345 1234512345 123123123 123123123123 12312312 123321123
12344321 1234554321 123456654321 12121212 13131313 21212121 10203040 102030405060 11111111 111111111 1111111111
22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999 00000000 000000000 0000000000 11112222
11110000 00001111 12345679 123456780 123454321 12345abc 12345qwert 1234qwer 1234abcd 1234asdf 123456abc 123456qwe
123456ab 1a2b3c4d 1a2b3c4d5e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz!qaz 2wsx3edc
3edc4rfv 4rfv5tgb zaq12wsx zaq1zaq1 zaq1xsw2 zaqxswcde qazwsx123 qazwsxedc qazwsxedcrfv qazqazqaz !qaz2wsx 147258369
147852369 159357456 159753159 159753456 258456123 321654987 741852963 789456123 963852741 456789123 789789789
456456456 321321321 654321654 987987987 31415926 314159265 27182818 24681012 13579246 1357924680 2468101214 20002000
20202020 20212021 20222022 20232023 20242024 20252025 20262026 19801980 19841984 19851985 19861986 19871987 19881988
19891989 19901990 19911991 19921992 19931993 19941994 19951995 12345687 12345678a 12345678q 12345678! 123456789q
123456789! 1234567q 1234567a a1234567 a12345678 a123456789 aa123456 aa12345678 ab123456 abc12345 abc123456
abc1234567 abc123abc abcd1234 abcd12345 abcd123456 abcde12345 abcdef12 abcdef123 abcdefgh abcdefghi abcdefghij
abcdefg1 abcdefg123 abcabcabc abc123123 a1b2c3d4 a1b2c3d4e5 asdf1234 asdf12345 asdfasdf asdfghjk asdfghjkl
asdfghjkl1 asdfghjkl; asdfjkl; asdfgh123 asdfg12345 asd123asd asd123456 asdasdasd asdqwe123 qweasdzxc qweasd123
qweqweqwe qwe123qwe qwe123456 qwer1234 qwer12345 qwerasdf qwert123 qwert1234 qwert12345 qwerty12 qwerty123
qwerty1234 qwerty12345 qwerty123456 qwerty01 qwerty11 qwerty22 qwerty77 qwerty99 qwerty789 qwerty321 qwertyui
qwertyuio qwertyuiop qwertyuiop1 qwertyuiop123 qwertyqwerty qwertz123 qwertzui qwertzuiop azertyui azertyuiop
azerty123 yxcvbnm1 zxcvbnm1 zxcvbnm12 zxcvbnm123 zxcvbnm, zxcvbnmasdf zxc123456 zxczxczxc zxcvzxcv zxcvbn12
zxcvbn123 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q123456789 w1234567 z1234567 z1x2c3v4 poiuytrewq poiuytre lkjhgfdsa
mnbvcxz1 mnbvcxz123 0okm9ijn 9ijn8uhb iloveyou iloveyou1 iloveyou2 iloveyou! iloveyou12 iloveyou123 iloveu12
iloveme1 ilovegod ilovemom ilovehim iloveher iloveyousomuch loveyou1 loveyou2 loveyou123 lovelove lovelove1 lovelife
loveforever loverboy lovergirl lover123 lovely123 love1234 love12345 mylove123 truelove babygirl babygirl1
babygirl12 babyboy1 babycakes sweetheart sweetie1 sweetpea sweetlove honey123 darling1 princess princess1 princess2
princess12 princess123 princesa beautiful beautiful1 gorgeous sunshine sunshine1 sunshine12 sunshine123 sunflower
butterfly butterfly1 rainbow1 rainbow123 flower123 flowers1 blossom1 buttercup strawberry strawberries blueberry
chocolate chocolate1 cupcake1 cookie123 cookies1 peaches1 pumpkin1 pumpkin123 banana123 cherry123 apple123 apples123
orange123 monkey123 monkey12 monkey1234 monkeys1 dragon123 dragon12 dragon99 dragons1 dragonball dragonballz
master123 masters1 mastermind shadow123 shadow12 shadow01 superman superman1 superman12 superman123 batman123
batman12 spiderman spiderman1 spider123 ironman1 wolverine hulkhogan captain1 starwars starwars1 starwars123
skywalker darthvader startrek enterprise voyager1 trustno1 trustnoone matrix123 terminator predator gladiator
warrior1 warriors thunder1 thunder123 lightning tornado1 hurricane hunter123 hunter12 ranger123 killer123 killer12
killer01 slayer666 samurai1 ninja123 ninjas123 wizard123 phoenix1 phoenix123 falcon123 eagles123 tigers123 tiger123
panther1 panthers cougars1 bulldogs bulldog1 longhorn longhorns gators12 wildcats wildcat1 mustang1 mustang123
mustangs ferrari1 porsche1 porsche911 mercedes mercedes1 corvette corvette1 chevrolet chevelle camaro123 yamaha123
kawasaki harley123 harleydavidson suzuki123 toyota123 honda123 bmwbmwbmw football football1 football12 football123
footballs baseball baseball1 baseball12 baseball123 basketball basketball1 softball softball1 volleyball hockey123
soccer123 soccer12 soccer10 swimming swimmer1 wrestling cheerleader gymnastics running1 running123 fishing1
fishing123 liverpool liverpool1 liverpoolfc arsenal1 arsenal123 chelsea1 chelsea123 chelseafc manchester
manchesterunited manutd123 barcelona barcelona1 barca123 realmadrid realmadrid1 juventus juventus1 milan1899
bayern123 yankees1 yankees123 redsox123 cowboys1 cowboys123 steelers steelers1 packers1 packers123 patriots raiders1
raiders123 lakers123 lakers24 celtics1 knicks123 jordan23 jordan123 michael1 michael12 michael123 michaeljordan
michelle michelle1 michelle123 jennifer jennifer1 jessica1 jessica123 jasmine1 jasmine123 samantha samantha1
stephanie stephanie1 elizabeth elizabeth1 christina christine christian christopher catherine katherine nicholas
nicholas1 alexander alexander1 alexandra alexandra1 alexis123 anthony1 anthony123 andrew123 ashley123 ashley12
amanda123 austin123 benjamin benjamin1 brandon1 brandon123 brittany brittany1 brittney charles1 charlie1 charlie123
charlotte chelsea12 courtney danielle danielle1 daniel123 daniela1 david1234 diamond1 diamond123 diamonds dominic1
elizabeth2 emily1234 gabriel1 gabriel123 gabriela gabrielle garfield george123 hannah123 isabella isabelle jackson1
jackson5 james123 jamesbond jamesbond007 jason123 jeremiah jessica12 jonathan jonathan1 jordan12 joseph123 joshua123
joshua12 justin123 justinbieber kimberly kimberly1 kristina lauren123 madison1 madison123 margaret marie123
marina123 martin123 matthew1 matthew123 maxwell1 melissa1 melissa123 mercury1 michaela natalie1 nathan123 nathalie
nicole123 nicole12 olivia123 patricia patricia1 patrick1 patrick123 rebecca1 rebecca123 richard1 richard123
robert123 robert12 roberto1 rosemary samuel123 sarah123 scorpion scorpio1 sebastian sebastian1 spencer1 stephen1
steven123 sullivan summer123 summer12 summer01 summer2020 summer2021 summer2022 summer2023 summer2024 summer2025
winter123 winter2020 winter2021 winter2022 winter2023 winter2024 winter2025 spring123 spring2023 spring2024
spring2025 autumn123 autumn2024 autumn2025 january1 february november december december1 september october1
thomas123 tiffany1 tiffany123 timothy1 tinkerbell tinkerbell1 valentina valentine vanessa1 vanessa123 veronica
victoria victoria1 victoria123 vincent1 virginia whitney1 william1 william123 williams winston1 zachary1 computer
computer1 computer12 computer123 internet internet1 internet123 microsoft microsoft1 windows1 windows10 windows123
linux123 linuxlinux ubuntu123 google123 googlegoogle facebook facebook1 facebook123 twitter1 instagram youtube1
youtube123 whatsapp telegram1 samsung1 samsung123 iphone123 nokia123 android1 blackberry motorola playstation
playstation3 nintendo nintendo64 pokemon1 pokemon123 pikachu1 minecraft minecraft1 minecraft123 fortnite fortnite1
roblox123 zelda123 supermario mario123 finalfantasy warcraft warcraft3 worldofwarcraft starcraft counterstrike
callofduty halo1234 gamer123 gamemaster hello123 hello1234 hello12345 hellohello helloworld helloworld1 hellokitty
hellokitty1 goodbye1 goodluck goodmorning godbless godisgood godisgreat godislove jesus123 jesus1234 jesuschrist
jesusislord jesuslovesme christ123 blessed1 blessing faith123 heaven123 angel123 angel1234 angels123 angelina
angelica angelito forever1 forever21 forever123 friends1 friends123 friendship bestfriend bestfriends family123
familyfirst mother123 father123 brother1 sisters1 daddy123 mommy123 daddysgirl mamapapa freedom1 freedom123 liberty1
peace123 peaceful happy123 happyday happiness happiness1 smile123 smiley123 lucky123 lucky777 luckydog success1
success123 winner123 money123 money1234 moneymoney dollars1 business business1 company1 company123 office123
manager1 manager123 marketing accounting finance1 sales123 service1 service123 support1 support123 security
security1 system123 systems1 network1 server123 database oracle123 mysql123 postgres backup123 monitor1 tracking
tracker1 tracker123 vehicle1 driver123 trucker1 transport gps12345 gpstracker mountain mountains paradise hollywood
newyork1 newyork123 california chicago1 chicago23 dallas123 houston1 boston123 london123 paris123 berlin123
madrid123 moscow123 america1 america123 american canada123 england1 england123 ireland1 scotland germany1
deutschland australia australia1 brazil123 colombia mexico123 indonesia pakistan pakistan1 pakistan123 bangladesh
india123 india1234 philippines vietnam1 singapore malaysia southafrica nigeria1 schalke04 borussia passwort
passwort1 passwort123 hallo123 hallo1234 schatz123 geheim123 geheimnis motdepasse bonjour1 bonjour123 soleil123
doudou123 chouchou jetaime1 loulou123 contrasena contrasena1 contraseña teamo123 tequiero teamomucho amorcito
mariposa estrella estrella1 corazon1 chocolate2 bendicion parola123 password0 senha123 senha1234 brasil123 flamengo
corinthians palmeiras wachtwoord welkom01 welkom123 haslo123 polska123 qwerty1! kochanie zaq12345 slaptazodis
labas123 parole123 natasha1 nastya123 alexey123 sergey123 dmitry123 privet123 marina12 viktoria svetlana vladimir
krasotka spartak1 zenit123 asdf@123 abc@1234 abcd@1234 admin@1234 pass@123 pass@1234 pass@word1 p@ssw0rd1
p@ssw0rd123 p@ssw0rd! qwerty@123 test@123 test@1234 user@123 welcome@1 welcome@123 india@123 hello@123 master@123
computer@123 root@123 temp@123 abc@12345 aaaa1111 aaaa1234 aaa11111 aaaaaaaa1 abababab abcd4321 qwer4321 asdf4321
pass1234 pass12345 pass123456 password@1 password@12 password@123 passwd123 passw0rd12 passw0rd123 password99
password11 password22 password00 password69 password7 password9 password5 password4 password6 password8 password10
password13 password21 password23 password77 password88 whatever whatever1 whatever123 whatthefuck fuckyou1 fuckyou2
fuckyou123 fuckyou! fuckyou69 fuckoff1 fuckoff123 fuckme123 asshole1 bullshit bullshit1 motherfucker bitch123
bitches1 pussy123 sexy1234 sexygirl sexybitch sexything hotstuff hotgirl1 blowjob1 hardcore pornstar penis123
nipples1 cocacola cocacola1 pepsi123 mountaindew budweiser heineken guinness jackdaniels whiskey1 vodka123 marijuana
blaze420 stoner420 420420420 69696969 696969696 13371337 80808080 90909090 50505050 25252525 123698745 1478963250
1236987450 741258963 987456321 963258741 852456789 samsung12 snoopy123 scooby123 scoobydoo mickey123 mickeymouse
minnie123 donald123 donaldduck bugsbunny tweety123 garfield1 winniethepooh tigger123 tigger12 bambi123 simpsons
homer123 southpark familyguy spongebob spongebob1 hannahmontana harrypotter harrypotter1 hogwarts gryffindor
gandalf1 lordoftherings legolas1 frodo123 nirvana1 metallica metallica1 slipknot slipknot1 slipknot666 linkinpark
linkinpark1 greenday greenday1 blink182 eminem123 tupac123 2pacshakur beyonce1 rihanna1 britney1 madonna1 elvis123
beatles1 beatles123 rollingstones ledzeppelin pinkfloyd pinkfloyd1 acdc1234 ironmaiden ironmaiden1 megadeth
blacksabbath motorhead gunsnroses guitar123 guitarist drummer1 music123 musica123 musiclover dance123 dancer123
dancing1 ballet123 cheese123 chicken1 chicken123 pizza123 burger123 hamburger spaghetti popcorn1 snickers snickers1
skittles oreo1234 kitty123 kittycat kittens1 pussycat puppy123 puppies1 puppydog doggy123 doggie123 hotdog123
horses123 horse123 dolphin1 dolphins dolphins1 penguin1 penguins rabbit123 bunny123 turtle123 froggy123 elephant
elephant1 giraffe1 crocodile
`

export const commonPasswords: ReadonlySet<string> = new Set(list.trim().split(/\s+/))
