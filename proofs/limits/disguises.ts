const randomBits = (bits: number) => Math.floor(Math.random() * 2 ** bits);
const randomV4 = () => [randomBits(8), randomBits(8), randomBits(8), randomBits(8)].join('.');
const randomGroup = () => randomBits(16).toString(16);

/** Values of X-Forwarded-For. `real` is the address that the server must count; callers invent the rest. */
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

/** `net` is a whole /64, which counts as one caller, whatever its last four groups are. */
const V6_DISGUISES: ((net: string) => string)[] = [
  (net) => `${net}:${randomGroup()}:${randomGroup()}:${randomGroup()}:${randomGroup()}`,
  (net) => `${net}::${randomGroup()}`,
  (net) => `${net.toUpperCase()}:${randomGroup()}:${randomGroup()}:${randomGroup()}:${randomGroup()}`,
  (net) => `[${net}:${randomGroup()}::${randomGroup()}]:${randomBits(16)}`,
  (net) => `${randomV4()}, ${net}:${randomGroup()}::1, ::1`,
];

/** Calls with the same `limitKey` must share a limit. */
export type Disguise = () => { limitKey: string; forwardedFor: string };

const pick = <One>(all: readonly One[]): One => all[Math.floor(Math.random() * all.length)] as One;

/** One caller with an IPv4 address and an IPv6 network, each of which has a limit of its own. */
export const disguiseOf =
  (callerNumber: number): Disguise =>
  () =>
    randomBits(1)
      ? { limitKey: 'IPv4', forwardedFor: pick(V4_DISGUISES)(`203.0.113.${callerNumber}`) }
      : {
          limitKey: 'IPv6',
          forwardedFor: pick(V6_DISGUISES)(`2001:db8:77:${(0xa00 + callerNumber).toString(16)}`),
        };

/** For a caller that is no trusted proxy, so that its socket address must count instead. */
export const forgedAddress: Disguise = () => ({
  limitKey: 'socket',
  forwardedFor: pick([
    randomV4(),
    `${randomV4()}, ${randomV4()}`,
    `2001:db8:${randomGroup()}:${randomGroup()}::1`,
    `${randomV4()}, 127.0.0.1`,
  ]),
});

let addressCount = 0;
/** A new IPv6 network for each call. Only the limits of an account or sender apply to such calls. */
export const changingAddress: Disguise = () => {
  addressCount++;
  return {
    limitKey: 'account',
    forwardedFor: `2001:db8:${(addressCount & 0xffff).toString(16)}:${(addressCount >> 16).toString(16)}::1`,
  };
};

/** One IPv4 address, with forged addresses beside it. */
export const oneAddress =
  (address: string): Disguise =>
  () => ({ limitKey: address, forwardedFor: pick(V4_DISGUISES)(address) });

/** Changing addresses in one IPv4 /24 or one IPv6 /64. Each network has one limit. */
export const oneNetwork: Disguise = () =>
  randomBits(1)
    ? { limitKey: 'IPv4 network', forwardedFor: pick(V4_DISGUISES)(`198.51.100.${randomBits(8)}`) }
    : { limitKey: 'IPv6 network', forwardedFor: pick(V6_DISGUISES)('2001:db8:77:fff') };
