const randomBits = (bits: number) => Math.floor(Math.random() * 2 ** bits);
const randomV4 = () => [randomBits(8), randomBits(8), randomBits(8), randomBits(8)].join('.');
const randomGroup = () => randomBits(16).toString(16);

/** Values of X-Forwarded-For. Only the part that the trusted proxy adds is true. */
const V4_DISGUISES: ((real: string) => string)[] = [
  (real) => real,
  (real) => `${randomV4()}, ${real}`,
  (real) => `${randomV4()},${randomV4()} ,, ${real}`,
  (real) => `2001:db8:${randomGroup()}::1, ${real}`,
  (real) => `garbage, ${'x'.repeat(200)}, "'><, ${real}`,
  (real) => `127.0.0.1, ${randomV4()}, ${real}`,
  (real) => `${real}, 127.0.0.1`,
  (real) => `${randomV4()}, ${real}, 127.9.8.7, ::1`,
  (real) => `${real}:${randomBits(16)}`,
  (real) => `${randomV4()}, ${real}:${randomBits(16)}, 127.0.0.1:80`,
  (real) => `::ffff:${real}`,
  (real) => `::FFFF:${real}`,
  (real) => `[::ffff:${real}]:${randomBits(16)}`,
];

/** One caller has a whole /64. */
const V6_DISGUISES: ((net: string) => string)[] = [
  (net) => `${net}:${randomGroup()}:${randomGroup()}:${randomGroup()}:${randomGroup()}`,
  (net) => `${net}::${randomGroup()}`,
  (net) => `${net.toUpperCase()}:${randomGroup()}:${randomGroup()}:${randomGroup()}:${randomGroup()}`,
  (net) => `[${net}:${randomGroup()}::${randomGroup()}]:${randomBits(16)}`,
  (net) => `${randomV4()}, ${net}:${randomGroup()}::1, ::1`,
];

export type Disguise = () => { key: string; forwardedFor: string };

const pick = <One>(all: readonly One[]): One => all[Math.floor(Math.random() * all.length)] as One;

export const disguisesOf =
  (callerNumber: number): Disguise =>
  () =>
    randomBits(1)
      ? { key: 'IPv4', forwardedFor: pick(V4_DISGUISES)(`203.0.113.${callerNumber}`) }
      : {
          key: 'IPv6',
          forwardedFor: pick(V6_DISGUISES)(`2001:db8:77:${(0xa00 + callerNumber).toString(16)}`),
        };

export const forgedAddress: Disguise = () => ({
  key: 'socket',
  forwardedFor: pick([
    randomV4(),
    `${randomV4()}, ${randomV4()}`,
    `2001:db8:${randomGroup()}:${randomGroup()}::1`,
    `${randomV4()}, 127.0.0.1`,
  ]),
});

let addressCount = 0;
export const changingAddress: Disguise = () => {
  addressCount++;
  return {
    key: 'account',
    forwardedFor: `2001:db8:${(addressCount & 0xffff).toString(16)}:${(addressCount >> 16).toString(16)}::1`,
  };
};

export const oneAddress =
  (address: string): Disguise =>
  () => ({ key: address, forwardedFor: pick(V4_DISGUISES)(address) });

export const oneNetwork: Disguise = () =>
  randomBits(1)
    ? { key: 'IPv4 network', forwardedFor: pick(V4_DISGUISES)(`198.51.100.${randomBits(8)}`) }
    : { key: 'IPv6 network', forwardedFor: pick(V6_DISGUISES)('2001:db8:77:fff') };
